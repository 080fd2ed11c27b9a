import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { RegisteredMailbox } from "@frontdesk/sdk";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../support/desk.ts";
import { openSender } from "../support/mail-sender.ts";
import { readSnippets } from "./documented.ts";
import { run } from "./run-snippet.ts";

const snippets = readSnippets();
const find = (language: string, part: string, page = "") => {
  const isWanted = (each: (typeof snippets)[number]) => each.language === language && each.place.startsWith(page);
  const found = snippets.find((each) => isWanted(each) && each.code.includes(part));
  if (!found) throw new Error(`No snippet in ${language} of ${page || "any page"} has ${part}`);
  return found.code;
};
const firstCode = "docs/tutorials/first-code.md";
const environment = { ...process.env };
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  Object.assign(process.env, { FRONTDESK_URL: desk.url, FRONTDESK_KEY: desk.key });
});
afterEach(() => {
  Object.assign(process.env, environment);
});

test("the first lines of the tutorial print the code of the server's test mail", async () => {
  // The cast is true: the snippet declares both.
  const { mailbox, code } = (await run(find("ts", "createFrontdesk()", firstCode), {}, "({ mailbox, code })")) as {
    mailbox: RegisteredMailbox;
    code: string;
  };
  expect([mailbox.address, code]).toEqual(["first@desk.example.com", expect.stringMatching(/^\d{6}$/)]);
  await desk.frontdesk.mailboxes.delete(mailbox);
});

test("the tutorial's lines for a test wait for the code that a page's button sends", async () => {
  const values = { page: toPage("Your code is 481220."), frontdesk: desk.frontdesk };
  expect(await run(find("ts", 'mailboxes.register("signup")', firstCode), values, "code")).toBe("481220");
});

test("the tutorial's lines for SMS wait for the code that a phone pushes", async () => {
  const page = {
    async click() {
      const { sms_tokens } = await desk.frontdesk.smsInboxes.list();
      const inbox = await desk.frontdesk.smsInboxes.open(sms_tokens[0]?.id ?? "");
      await inbox.push({ phone: "5550123456", messages: [{ sender: "Shop", body: "Your code is 730418." }] });
    },
  };
  const code = find("ts", "smsInboxes.register()", firstCode);
  expect(await run(code, { page, frontdesk: desk.frontdesk }, "code")).toBe("730418");
});

test("the tutorial's aliases each wait for their own mail", async () => {
  const mailbox = await desk.register("aliases");
  const values = { page: toPage("Your code is 903114."), mailbox };
  expect(await run(find("ts", "mailbox.alias()", firstCode), values, "code")).toBe("903114");
});

test.each(["from-a-polling-loop", "from-mailpit", "from-mailosaur"])(
  "the code of docs/migrate/%s.md waits for a code",
  async (page) => {
    const code = find("ts", "createFrontdesk()", `docs/migrate/${page}.md`);
    expect(await run(code, { page: toPage("Your code is 519204.") }, "code")).toBe("519204");
  },
);

test("the code of docs/migrate/from-localtunnel.md opens a tunnel and closes it", async () => {
  const code = find("ts", "openTunnel(", "docs/migrate/from-localtunnel.md");
  expect(await run(code, { frontdesk: desk.frontdesk }, "await tunnel.closed")).toMatchObject({ type: "closed" });
});

test("the functions of docs/explanation/codes.md return what the comments say", async () => {
  const { extractCode } = await import("@frontdesk/sdk/codes");
  for (const [, call = "", text = "", answer = ""] of find("ts", "extractCode(").matchAll(
    /^(extractCode\("(.*)"\)); \/\/ (.*)$/gm,
  ))
    expect(extractCode(text), call).toBe(JSON.parse(answer));
  await run(
    find("ts", "extractCode("),
    { text: "Your code is A7K2Q9XB", html: "<p>Hello</p>", subject: "" },
    "undefined",
  );
});

test("Python and shell snippets read code and link over REST as docs/explanation/codes.md says", async () => {
  const mailbox = await desk.register("rest");
  await send(mailbox.address, "Your code is 204718. Confirm: https://shop.test/confirm/Zk9x77abQ2mWp4Lr");
  const [mail] = await mailbox.recent();
  const names = { url: desk.url, id: mail?.id, token: mailbox.key };
  const head = Object.entries(names).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const python = [...head, find("python", "urllib"), "print(code)"].join("\n");
  expect((await promisify(execFile)("python3", ["-c", python])).stdout).toBe("204718\n");
  const shell = find("sh", `select(.kind == "one_time")`);
  const hasJq = await promisify(execFile)("jq", ["--version"]).catch(() => null);
  if (!hasJq) return console.log("The shell's lines are not run: jq is not there");
  const env = { ...process.env, URL: desk.url, MAILBOX_TOKEN: mailbox.key };
  expect((await promisify(execFile)("bash", ["-c", shell], { env })).stdout).toBe("204718\n");
});

/** A page whose button sends a mail to the address that was typed. */
function toPage(body: string) {
  let address = "";
  return {
    async fill(_field: string, value: string) {
      address = value;
    },
    click: () => send(address, body),
  };
}

async function send(to: string, body: string) {
  const sender = await openSender(desk.smtpPort);
  await sender.send({ to, subject: "Hello", type: "plain", body });
  sender.close();
}
