import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RegisteredMailbox } from "@frontdesk/sdk";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { type Desk, openDesk } from "../support/desk.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

// `scripts/test-apps.mjs` installs what they need.
const folder = process.env.FRONTDESK_APPS ?? "";
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const python = join(folder, "python/bin/python");
const node = join(folder, "node");
const password = "correct-horse-battery-9";

interface App {
  name: string;
  /** What must be installed. */
  needs: string;
  start(port: number): [file: string, ...words: string[]];
  flows: Record<string, (visitor: Visitor, mailbox: RegisteredMailbox) => Promise<void>>;
}

const apps: App[] = [
  {
    name: "better-auth",
    needs: join(node, "node_modules/better-auth"),
    start: (port) => [process.execPath, here("better-auth.mjs"), node, String(port)],
    flows: {
      async "signs up by a link"(visitor, mailbox) {
        const email = mailbox.address;
        const { link } = await mailbox.expectLink(() =>
          visitor.post("/api/auth/sign-up/email", { email, password, name: "Ann" }),
        );
        expect((await visitor.get(link)).status).toBeLessThan(400);
        await visitor.post("/api/auth/sign-in/email", { email, password });
      },
      async "resets a password by a link"(visitor, mailbox) {
        const email = mailbox.address;
        const { link } = await mailbox.expectLink(() =>
          visitor.post("/api/auth/request-password-reset", { email, redirectTo: "/new" }),
        );
        const { headers } = await visitor.get(link);
        const token = new URL(headers.get("location") ?? "", link).searchParams.get("token");
        await visitor.post("/api/auth/reset-password", { newPassword: `${password}-new`, token });
        await visitor.post("/api/auth/sign-in/email", { email, password: `${password}-new` });
      },
      async "signs in by a code"(visitor, mailbox) {
        const email = mailbox.address;
        const { code } = await mailbox.expectCode(() =>
          visitor.post("/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" }),
        );
        await visitor.post("/api/auth/sign-in/email-otp", { email, otp: code });
      },
    },
  },
  {
    name: "Django with allauth",
    needs: join(folder, "django"),
    start: (port) => [python, here("django-allauth.py"), String(port), mkdtempSync(join(tmpdir(), "frontdesk-app-"))],
    flows: {
      async "signs up by a code"(visitor, mailbox) {
        const { code } = await mailbox.expectCode(() =>
          visitor.post("/_allauth/app/v1/auth/signup", { email: mailbox.address, password }, 401),
        );
        await visitor.post("/_allauth/app/v1/auth/email/verify", { key: code });
        visitor.forget();
      },
      async "resets a password by a code"(visitor, mailbox) {
        const { code } = await mailbox.expectCode(() =>
          visitor.post("/_allauth/app/v1/auth/password/request", { email: mailbox.address }, 401),
        );
        await visitor.post("/_allauth/app/v1/auth/password/reset", { key: code, password: `${password}-new` }, 401);
        visitor.forget();
      },
      async "signs in by a code"(visitor, mailbox) {
        const { code } = await mailbox.expectCode(() =>
          visitor.post("/_allauth/app/v1/auth/code/request", { email: mailbox.address }, 401),
        );
        await visitor.post("/_allauth/app/v1/auth/code/confirm", { code });
      },
    },
  },
  {
    name: "Auth.js",
    needs: join(node, "node_modules/@auth/core"),
    start: (port) => [process.execPath, here("auth-js.mjs"), node, String(port)],
    flows: {
      "signs up by a link": (visitor, mailbox) => enterAuthJs(visitor, mailbox),
      "signs in by a link": (visitor, mailbox) => enterAuthJs(visitor, mailbox),
    },
  },
  {
    name: "Flask-Security",
    needs: join(folder, "flask"),
    start: (port) => [python, here("flask-security.py"), String(port)],
    flows: {
      async "signs up by a link"(visitor, mailbox) {
        const email = mailbox.address;
        const { link } = await mailbox.expectLink(() =>
          visitor.post("/register", { email, password, password_confirm: password }),
        );
        expect((await visitor.get(link)).status).toBeLessThan(400);
        visitor.forget();
      },
      async "resets a password by a link"(visitor, mailbox) {
        const { link } = await mailbox.expectLink(() => visitor.post("/reset", { email: mailbox.address }), {
          subject: /instructions/,
        });
        expect((await visitor.get(link)).status).toBe(200);
        const changed = `${password}-new`;
        await visitor.post(link, { password: changed, password_confirm: changed });
        visitor.forget();
      },
      async "signs in by a link"(visitor, mailbox) {
        const { link } = await mailbox.expectLink(() => visitor.post("/login", { email: mailbox.address }));
        expect((await visitor.get(link)).status).toBe(302);
        expect(await visitor.read("/who")).toEqual({ email: mailbox.address });
      },
    },
  },
  {
    name: "FastAPI Users",
    needs: join(folder, "fastapi"),
    start: (port) => [python, here("fastapi-users.py"), String(port), mkdtempSync(join(tmpdir(), "frontdesk-app-"))],
    flows: {
      async "signs up by a link"(visitor, mailbox) {
        const email = mailbox.address;
        const { link } = await mailbox.expectLink(() => visitor.post("/register", { email, password }));
        expect(await visitor.read(link)).toEqual({ email, is_verified: true });
      },
      async "resets a password by a link"(visitor, mailbox) {
        const { link } = await mailbox.expectLink(() => visitor.post("/forgot-password", { email: mailbox.address }));
        const token = new URL(link).searchParams.get("token");
        await visitor.post("/reset-password", { token, password: `${password}-new` });
      },
    },
  },
  {
    name: "Rails with Devise",
    needs: join(folder, "devise"),
    start: (port) => ["ruby", here("devise.rb"), String(port), mkdtempSync(join(tmpdir(), "frontdesk-app-"))],
    flows: {
      async "signs up by a link"(visitor, mailbox) {
        const user = { email: mailbox.address, password };
        const { link } = await mailbox.expectLink(() => visitor.post("/users.json", { user }));
        expect(await visitor.read(link)).toMatchObject({ email: mailbox.address });
        await visitor.post("/users/sign_in.json", { user });
        visitor.forget();
      },
      async "resets a password by a link"(visitor, mailbox) {
        const { link } = await mailbox.expectLink(() =>
          visitor.post("/users/password.json", { user: { email: mailbox.address } }),
        );
        const reset_password_token = new URL(link).searchParams.get("reset_password_token");
        const changed = `${password}-new`;
        await visitor.put("/users/password.json", {
          user: { reset_password_token, password: changed, password_confirmation: changed },
        });
        visitor.forget();
        await visitor.post("/users/sign_in.json", { user: { email: mailbox.address, password: changed } });
      },
    },
  },
];

/** Auth.js signs up and in by one and the same mail. */
async function enterAuthJs(visitor: Visitor, mailbox: RegisteredMailbox): Promise<void> {
  visitor.forget();
  const { csrfToken } = await visitor.read("/auth/csrf");
  const { link } = await mailbox.expectLink(() =>
    visitor.post("/auth/signin/nodemailer", { csrfToken, email: mailbox.address }, 302),
  );
  expect((await visitor.get(link)).status).toBe(302);
  expect(await visitor.read("/auth/session")).toMatchObject({ user: { email: mailbox.address } });
}

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

describe.each(apps)("$name, with its mailer's defaults", ({ name, needs, start, flows }) => {
  const isThere = existsSync(needs);
  if (!isThere) console.log(`${name} is skipped: it could not be installed`);
  let app: ChildProcess;
  let visitor: Visitor;
  let mailbox: RegisteredMailbox;
  let said = "";

  beforeAll(async () => {
    if (!isThere) return;
    const port = await freePort();
    const [file, ...words] = start(port);
    const env = { ...process.env, SMTP_HOST: "127.0.0.1", SMTP_PORT: String(desk.smtpPort) };
    app = spawn(file, words, { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [app.stdout, app.stderr])
      stream?.on("data", (text) => (said = `${said}${text}`.slice(-4_000)));
    visitor = createVisitor(`http://127.0.0.1:${port}`, () => said);
    mailbox = await desk.frontdesk.mailboxes.register();
    await vi.waitFor(() => visitor.get("/"), { timeout: 50_000, interval: 200 });
  });
  afterAll(async () => {
    app?.kill("SIGKILL");
    // An account may have five.
    if (mailbox) await desk.frontdesk.mailboxes.delete(mailbox);
  });

  for (const [what, flow] of Object.entries(flows))
    test.skipIf(!isThere)(what, { timeout: 60_000 }, () => flow(visitor, mailbox));
});
