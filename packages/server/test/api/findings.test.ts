import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Desk, deliver, openDesk } from "./harness.ts";

let desk: Desk;
let smtpPort: number;
let box: { id: string; token: string; address: string };

beforeEach(async () => {
  desk = await openDesk({ smtp: true, port: 0, smtpPort: 0 });
  smtpPort = Number((await desk.server.listen()).smtp?.split(":").at(-1));
  box = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body.mailbox;
});

afterEach(() => desk.server.close());

async function send(mail: { subject?: string; text?: string; html?: string }) {
  const transport = createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true });
  await transport.sendMail({ from: "Larkspur <hello@larkspur.example>", to: box.address, subject: "Hello", ...mail });
  transport.close();
}

async function latest() {
  const { emails } = (await desk.call("GET", "mail/recent?n=1", { token: box.token })).body;
  return (await desk.call("GET", `mail/message/${emails[0].id}`, { token: box.token })).body.email;
}

const page = `<html><body>
  <div style="display:none">Code 999999 <a href="https://larkspur.example/hidden?token=Zk9x77abQ2">hidden</a></div>
  <p>Your verification code:</p><p><b>481</b> 220</p>
  <p><a href="https://larkspur.example/faq/verify?token=Zk9x77abQ2_&amp;to=me">Verify</a>をクリック</p>
  <p><a href="https://larkspur.example/unsubscribe">Unsubscribe</a></p></body></html>`;

it.each([
  ["as HTML alone", { html: page }],
  ["beside plain text", { html: page, text: "Your verification code: 481 220\n" }],
])("a mail that arrives %s has its visible links and its code", async (_, mail) => {
  await send(mail);
  const { links, codes, body } = await latest();
  expect(links).toEqual([
    { url: "https://larkspur.example/faq/verify?token=Zk9x77abQ2_&to=me", text: "Verify" },
    { url: "https://larkspur.example/unsubscribe", text: "Unsubscribe" },
  ]);
  expect(codes).toMatchObject([{ value: "481220", shown: "481 220", kind: "one_time" }]);
  expect(body).not.toMatch(/999999|hidden/);
});

it("a mail of another kind has no one-time code", async () => {
  await send({ text: "Thank you for your order.\nTracking code: 48291355\nTotal: 12.50 EUR\n" });
  const { codes } = await latest();
  expect(codes.filter(({ kind }: { kind: string }) => kind === "one_time")).toEqual([]);
});

it("a mail that was stored without links gets those of its text", async () => {
  await deliver(desk, "signup", { body: "Verify here [https://larkspur.example/v?token=Zk9x77abQ2]" });
  const url = "https://larkspur.example/v?token=Zk9x77abQ2";
  expect((await latest()).links).toEqual([{ url, text: url }]);
});

it("an SMS message has its links and its code", async () => {
  const { token } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
  const text = {
    phone: "5550100000",
    sender: "LARK",
    body: "481220 is your code. https://larkspur.example/c/Zk9x77abQ2",
  };
  await desk.call("POST", "sms/push", { token, body: { messages: [text] } });
  const { messages } = (await desk.call("GET", "sms/recent", { token })).body;
  const { message } = (await desk.call("GET", `sms/message/${messages[0].id}`, { token })).body;
  expect(message.codes).toMatchObject([{ value: "481220", kind: "one_time" }]);
  expect(message.links.map(({ url }: { url: string }) => url)).toEqual(["https://larkspur.example/c/Zk9x77abQ2"]);
});

it("a mail with truncated text says so, wherever it is read", async () => {
  for (const text of ["Short", "Long. ".repeat(400_000)]) await desk.server.deliver({ to: box.address, text });
  const { emails } = (await desk.call("GET", "mail/recent?full=true", { token: box.token })).body;
  expect(emails.map(({ truncated }: { truncated?: boolean }) => truncated)).toEqual([true, undefined]);
  expect(await latest()).toMatchObject({ truncated: true });
  const lists = (await desk.call("GET", "mail/recent", { token: box.token })).body.emails;
  for (const summary of lists) expect(summary).not.toHaveProperty("truncated");
});
