import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type CreateServerOptions, createServer, type Server } from "@frontdesk/server";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { talk } from "../support/connection.ts";

export const key = "svcagt_TestTestTestTestTestTest1234";
const command = fileURLToPath(new URL("../../../server/bin/frontdesk.js", import.meta.url));

/** A server with its storage in a folder of its own, which can be stopped and started again at the same ports. */
export interface Stage {
  url: string;
  /** Asks the API; fails when it refuses. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at many shapes
  api(method: string, path: string, body?: object, token?: string): Promise<any>;
  /** Delivers by SMTP, in UTF-8; resolves when the server has acknowledged. */
  send(to: string, mail: string): Promise<void>;
  /** A link as `frontdesk dashboard` prints it. */
  signInLink(): Promise<string>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function openStage(options: CreateServerOptions = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-dashboard-"));
  const storage = `lmdb:${folder}`;
  let server: Server | null = null;
  const [port, smtpPort] = [await freePort(), await freePort()];
  const stage: Stage = {
    url: "",
    async api(method, path, body, token = key) {
      const response = await fetch(`${stage.url}/svc-api/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    async send(to, mail) {
      const bytes = Buffer.from(mail).toString("latin1");
      const dialogue = [
        `EHLO client.test\r\nMAIL FROM:<a@client.test>\r\nRCPT TO:<${to}>\r\nDATA\r\n`,
        `${bytes.replace(/\r?\n/g, "\r\n").replace(/^\./gm, "..")}\r\n.\r\nQUIT\r\n`,
      ];
      const heard = await talk({ port: smtpPort }, dialogue, /^221 /m);
      if (!/^250 .*\r\n221 /m.test(heard)) throw new Error(heard);
    },
    async signInLink() {
      const { stdout } = await promisify(execFile)(process.execPath, [command, "dashboard", "--storage", storage]);
      return stdout.trim();
    },
    async stop() {
      await server?.close();
      server = null;
    },
    async start() {
      server = await createServer({ storage, bootstrapKey: key, port, smtpPort, drain: 100, ...options });
      stage.url = (await server.listen()).url;
    },
  };
  await stage.start();
  onTestFinished(async () => {
    await stage.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return stage;
}

/** What went wrong in a page that nobody would see: errors, refusals by the policy, requests to other hosts. */
export interface Watched {
  page: Page;
  context: BrowserContext;
  faults: string[];
}

let browser: Promise<Browser> | undefined;

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** One Chromium for all tests of a file. */
function launch(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath, args: ["--no-sandbox"] });
  return browser;
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** A page in a profile of its own. `faults` stays empty while all is well. */
export async function openPage({ url }: Pick<Stage, "url">, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const faults: string[] = [];
  const page = await context.newPage();
  page.on("pageerror", ({ message }) => faults.push(`error: ${message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // Refusals of the server are shown in the page; the browser logs each beside.
    const isAnswer = /Failed to load resource: (the server responded with a status of 4|net::ERR_)/.test(
      message.text(),
    );
    if (message.type() === "error" && !isAnswer) faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== url)
      faults.push(`request: ${request.url()}`);
  });
  await page.exposeFunction("reportViolation", (directive: string) => faults.push(`policy: ${directive}`));
  await page.addInitScript(
    `addEventListener("securitypolicyviolation", (event) => reportViolation(event.violatedDirective + " " + event.blockedURI))`,
  );
  return { page, context, faults };
}

/** A page that is signed in and shows this view. */
export async function openSignedIn(
  stage: Stage,
  view = "",
  options: BrowserContextOptions = {},
  as = key,
): Promise<Watched> {
  const watched = await openPage(stage, options);
  await watched.page.addInitScript(
    `sessionStorage.getItem("frontdesk.key") ?? sessionStorage.setItem("frontdesk.key", ${JSON.stringify(as)})`,
  );
  await watched.page.goto(`${stage.url}/#/${view}`);
  await watched.page.getByRole("heading", { level: 1 }).waitFor();
  return watched;
}
