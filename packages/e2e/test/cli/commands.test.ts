import { execFileSync } from "node:child_process";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer, type Server } from "@frontdesk/server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { call, start } from "./call.ts";

const key = "svcagt_TheKeyOfTheCommandsTests00000000000";
let server: Server;
let env: Record<string, string>;
let smtpPort: number;

beforeAll(async () => {
  server = await createServer({ storage: "memory:", bootstrapKey: key, port: 0, smtpPort: 0 });
  const { url, smtp } = await server.listen();
  env = { FRONTDESK_URL: url, FRONTDESK_KEY: key };
  smtpPort = Number(smtp?.split(":").at(-1));
});
afterAll(() => server.close());

describe("frontdesk mailbox", () => {
  it("registers one, lists it, and deletes it", async () => {
    expect(await call(["mailbox", "register", "Signup"], env)).toEqual({
      code: 0,
      out: "signup@desk.example.com",
      err: "",
    });
    expect(await call(["mailbox", "register", "signup"], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("taken"),
    });
    const { out } = await call(["mailbox", "list"], env);
    expect(out).toMatch(/^name +address +mails +since\nsignup +signup@desk\.example\.com +0 +\d{4}-\d\d-\d\d$/);
    const { mailboxes } = JSON.parse((await call(["mailbox", "list", "--json"], env)).out);
    expect(mailboxes).toMatchObject([{ name: "signup", token: expect.stringMatching(/^svcm_/) }]);
    expect(await call(["mailbox", "delete", "signup"], env)).toMatchObject({ code: 0 });
    expect(await call(["mailbox", "delete", "signup"], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("no mailbox signup. The list shows"),
    });
  });

  it("uses a free name if none is given", async () => {
    const { out } = await call(["mailbox", "register", "--json"], env);
    const { mailbox } = JSON.parse(out);
    expect(mailbox).toMatchObject({
      address: `${mailbox.name}@desk.example.com`,
      token: expect.stringMatching(/^svcm_/),
    });
    expect(await call(["mailbox", "delete", mailbox.address], env)).toMatchObject({ code: 0 });
  });
});

describe("frontdesk mail", () => {
  it("prints existing mail, then new mail, each once", async () => {
    await call(["mailbox", "register", "reader"], env);
    await send("reader@desk.example.com", "First", "Your code is 481220.");
    const { out } = await call(["mail", "reader"], env);
    expect(out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}shop@shop\.test {2}First {2}code 481220$/);
    const following = start(["mail", "reader", "--follow", "--body"], env);
    await expect.poll(() => following.out.length).toBe(1);
    await send("reader@desk.example.com", "Second", "Nothing to type.");
    await expect.poll(() => following.out.length).toBe(2);
    following.stop();
    const { code, out: all } = await following.done;
    expect(code).toBe(0);
    expect(all.match(/First/g)).toHaveLength(1);
    expect(all).toContain("shop@shop.test  Second\n\nNothing to type.");
  });
});

describe("frontdesk sms", () => {
  it("registers an inbox, prints its messages, waits for a code, and deletes it", async () => {
    expect(await call(["sms", "read"], env)).toMatchObject({ code: 1, err: expect.stringContaining("sms register") });
    const { sms_token } = JSON.parse((await call(["sms", "register", "--json"], env)).out);
    const waiting = start(["sms", "code", "--timeout", "20"], env);
    const inbox = await createFrontdesk({ baseUrl: env.FRONTDESK_URL ?? "", key }).smsInboxes.open(sms_token.id);
    const push = (body: string) => inbox.push({ phone: "5550123456", messages: [{ sender: "Shop", body }] });
    // The command's place is where the inbox stands when it asks; a text before that is not its own.
    const held = setInterval(() => void push("Your code is 730418."), 50);
    onTestFinished(() => clearInterval(held));
    expect(await waiting.done).toEqual({ code: 0, out: "730418", err: "" });
    clearInterval(held);
    const { out } = await call(["sms", "read"], env);
    expect(out).toContain("5550123456  Shop  Your code is 730418.  code 730418");
    expect((await call(["sms", "list"], env)).out).toContain("5550123456");
    expect(await call(["sms", "code", "--timeout", "0.05"], env)).toMatchObject({ code: 3, out: "" });
    await call(["sms", "register"], env);
    expect(await call(["sms", "read"], env)).toMatchObject({ code: 2, err: expect.stringContaining(sms_token.id) });
    expect(await call(["sms", "delete", sms_token.id], env)).toMatchObject({ code: 0 });
  });

  it("prints JSON for programs, waits for links, and filters by number", async () => {
    const { sms_token } = JSON.parse((await call(["sms", "register", "--json"], env)).out);
    const { smsInboxes } = createFrontdesk({ baseUrl: env.FRONTDESK_URL ?? "", key });
    const inbox = await smsInboxes.open(sms_token.id);
    const push = (phone: string, body: string) => inbox.push({ phone, messages: [{ sender: "Shop", body }] });
    const waiting = start(["sms", "code", sms_token.id, "--link", "--json", "--phone", "5550100002"], env);
    let count = 0;
    const pushing = setInterval(() => {
      count++;
      void push("5550100001", `Confirm: https://wrong.example/confirm?token=aaaaaaaa${count}`);
      void push("5550100002", `Confirm: https://shop.example/confirm?token=bbbbbbbb${count}`);
    }, 50);
    onTestFinished(() => clearInterval(pushing));
    const { code, out } = await waiting.done;
    clearInterval(pushing);
    expect(code).toBe(0);
    const found = JSON.parse(out);
    expect(found.link).toMatch(/^https:\/\/shop\.example\/confirm/);
    expect(found.message).toMatchObject({ phone: "5550100002" });
    const texts = (await call(["sms", "read", sms_token.id, "--json"], env)).out.split("\n");
    expect(texts.map((line) => JSON.parse(line).phone)).toContain("5550100001");
    const { sms_tokens } = JSON.parse((await call(["sms", "list", "--json"], env)).out);
    expect(sms_tokens).toContainEqual(expect.objectContaining({ id: sms_token.id, token: sms_token.token }));
    const deleted = await call(["sms", "delete", sms_token.id, "--json"], env);
    expect(JSON.parse(deleted.out)).toEqual({ deleted: sms_token.id });
    expect(await call(["sms", "delete", sms_token.id], env)).toMatchObject({ code: 1 });
  });
});

describe("frontdesk tunnel", () => {
  it("registers a free name, exposes the port, and keeps the name", async () => {
    const app = createHttpServer((_, response) => response.end("here")).listen(0, "127.0.0.1");
    onTestFinished(() => void app.close());
    await new Promise((resolve) => app.once("listening", resolve));
    const { port } = app.address() as AddressInfo; // A server on TCP has one.
    const open = start(["tunnel", String(port), "--host", "127.0.0.1", "--name", "demo"], env);
    await expect.poll(() => open.out.length).toBe(1);
    expect(new URL(open.out[0] ?? "").hostname).toBe("demo.tunnel.localhost");
    expect(await visit("demo.tunnel.localhost")).toContain("here");
    open.stop();
    expect(await open.done).toMatchObject({ code: 0 });
    const again = start(["tunnel", String(port), "--host", "127.0.0.1", "--name", "demo", "--json"], env);
    await expect.poll(() => again.out.length).toBe(1);
    again.stop();
    expect(await again.done).toMatchObject({ code: 0 });
  });

  it("deletes a random subdomain at the end", async () => {
    const open = start(["tunnel", "9"], env);
    await expect.poll(() => open.out.length).toBe(1);
    const name = new URL(open.out[0] ?? "").hostname.split(".")[0] ?? "";
    open.stop();
    expect(await open.done).toMatchObject({ code: 0 });
    const names = (await createFrontdesk({ baseUrl: env.FRONTDESK_URL ?? "", key }).subdomains.list()).map(
      (each) => each.name,
    );
    expect(names).not.toContain(name);
  });

  it("reports that another client took over the name, and which server rejects it", async () => {
    const open = start(["tunnel", "9", "--name", "taken-over"], env);
    await expect.poll(() => open.out.length).toBe(1);
    const other = start(["tunnel", "9", "--name", "taken-over"], env);
    expect(await open.done).toMatchObject({ code: 1, err: expect.stringContaining("Another client took taken-over.") });
    other.stop();
    await other.done;
  });

  it.each(["demo", "8080x", "0", "65536", "80.5"])("rejects the port %s", async (port) => {
    expect(await call(["tunnel", port], env)).toMatchObject({
      code: 2,
      err: `"${port}" is not a port. Give a number from 1 to 65535.`,
    });
  });
});

describe("frontdesk completions", () => {
  it("has bash complete commands, their own commands, and flags", async () => {
    const { out: script } = await call(["completions", "bash"]);
    const answers = {
      "--complete ma": "mailbox\nmail",
      "--complete mailbox ": "register\nlist\ndelete",
      "--complete code --ti": "--timeout",
    };
    for (const [asked, answer] of Object.entries(answers)) expect((await call(asked.split(" "), {})).out).toBe(answer);
    const stub = `frontdesk() { if [ "$*" = "--complete mailbox l" ]; then echo list; fi; }`;
    const typed = `COMP_WORDS=(frontdesk mailbox l) COMP_CWORD=2; _frontdesk; echo "\${COMPREPLY[@]}"`;
    expect(execFileSync("bash", ["-c", `${stub}\n${script}\n${typed}`], { encoding: "utf8" })).toBe("list\n");
  });

  it("supports zsh, and rejects other shells", async () => {
    expect((await call(["completions", "zsh"])).out).toMatch(/^#compdef frontdesk\n/);
    expect(await call(["completions", "fish"])).toMatchObject({ code: 2 });
  });
});

it.each(["", "mailbox", "mailbox register", "code", "mail", "sms", "sms code", "tunnel", "status", "completions"])(
  "the help of `frontdesk %s` fits eighty columns",
  async (words) => {
    const { code, out } = await call([...words.split(" ").filter(Boolean), "--help"]);
    expect(code).toBe(0);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  },
);

/** By hand, for not every system finds names below `localhost`. */
function visit(host: string): Promise<string> {
  const { port } = new URL(env.FRONTDESK_URL ?? "");
  return exchange(Number(port), [`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`]);
}

async function send(to: string, subject: string, body: string) {
  const data = `From: shop@shop.test\r\nSubject: ${subject}\r\n\r\n${body}\r\n.\r\n`;
  const heard = await exchange(smtpPort, [
    `EHLO shop.test\r\n`,
    `MAIL FROM:<shop@shop.test>\r\n`,
    `RCPT TO:<${to}>\r\n`,
    "DATA\r\n",
    data,
    "QUIT\r\n",
  ]);
  expect(heard).toMatch(/^250 .*\r\n221/m);
}

/** Says each line when the one before was answered, and returns all that was heard. */
function exchange(port: number, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const speaksFirst = lines.length === 1;
    const left = [...lines];
    let heard = "";
    const socket = createConnection(port, "127.0.0.1", () => speaksFirst && socket.write(left.shift() ?? ""));
    socket.setEncoding("utf8").on("data", (piece: string) => {
      heard += piece;
      if (/^\d{3} .*\r\n$/m.test(piece.split("\r\n").slice(-2).join("\r\n"))) socket.write(left.shift() ?? "");
    });
    socket.on("end", () => resolve(heard)).on("error", reject);
  });
}
