import { describe, expect, test, vi } from "vitest";
import { openDesk } from "./harness.ts";

const mail = (to = "signup@desk.example.com") =>
  `From: Shop <shop@shop.example>\r\nTo: ${to}\r\nSubject: Your code\r\n\r\n369385 is your verification code.`;
const headers = { "content-type": "message/rfc822" };

async function open(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk(options);
  const { body } = await desk.call("POST", "mailbox/register", { body: { name: "signup" } });
  const push = (raw: string | ReadableStream | undefined, query = "", more: object = {}) =>
    desk.call("POST", `mail/push${query}`, { headers, ...(raw === undefined ? {} : { raw }), ...more });
  const recent = async () =>
    (await desk.call("GET", "mail/recent?full=true", { token: body.mailbox.token })).body.emails;
  return { desk, push, recent, mailbox: body.mailbox };
}

describe("a mail over HTTP", () => {
  test("reads like one by SMTP, and wakes a wait", async () => {
    const { desk, push, recent, mailbox } = await open();
    const wait = desk.call("GET", "mail/recent?wait=20&lookback=0&full=true", { token: mailbox.token });
    await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
    expect((await push(mail(), "?to=signup%2Bshop@desk.example.com")).body).toEqual({
      success: true,
      stored: 1,
      rejected: [],
    });
    const [pushed] = (await wait).body.emails;
    expect(pushed).toMatchObject({
      subject: "Your code",
      sender: "Shop <shop@shop.example>",
      recipient: "signup+shop@desk.example.com",
      codes: [{ value: "369385" }],
      authenticated: "none",
    });
    await desk.server.deliver({ to: "signup+shop@desk.example.com", raw: mail() });
    const [delivered] = await recent();
    expect(delivered).toEqual({ ...pushed, id: delivered.id, received_at: delivered.received_at, via: "program" });
  });

  test.each([
    [
      "Delivered-To: signup+a@desk.example.com\r\nX-Original-To: signup+b@desk.example.com\r\n",
      ["signup+a@desk.example.com"],
    ],
    ["X-Original-To: <signup+b@desk.example.com>\r\n", ["signup+b@desk.example.com"]],
    [
      "Cc: =?utf-8?Q?J=C3=B6rg?= <signup+c@desk.example.com>\r\n",
      ["signup+c@desk.example.com", "signup@desk.example.com"],
    ],
  ])("without ?to= goes to the recipients of its header: %j", async (field, recipients) => {
    const { push, recent } = await open();
    expect((await push(field + mail())).status).toBe(200);
    expect((await recent()).map(({ recipient }: { recipient: string }) => recipient).sort()).toEqual(recipients);
  });

  test("says which recipients were rejected, and stores nothing if all are", async () => {
    const { desk, push, recent } = await open();
    const { body } = await push(mail(), "?to=signup@desk.example.com&to=nobody@desk.example.com&to=a@other.test");
    expect(body).toMatchObject({
      stored: 1,
      rejected: [
        { recipient: "nobody@desk.example.com", reason: "unknown_mailbox" },
        { recipient: "a@other.test", reason: "other_domain" },
      ],
    });
    const none = await push(mail(), "?to=nobody@desk.example.com&to=nobody2@desk.example.com");
    const error = "No mailbox of this account has the address nobody@desk.example.com, nobody2@desk.example.com.";
    expect([none.status, none.body]).toEqual([404, { error, code: "not_found" }]);
    expect(await recent()).toHaveLength(1);
    expect((await desk.call("GET", "mailbox/rejected")).body.rejected).toHaveLength(4);
  });

  test("is searched for recipients in its first 256 KiB only, in however many chunks it comes", async () => {
    const { push } = await open();
    const filler = `X-Filler: ${"x".repeat(262_144)}\r\n`;
    function* chunksOf(text: string) {
      const bytes = Buffer.from(text);
      for (let start = 0; start < bytes.length; start += 100_000) yield bytes.subarray(start, start + 100_000);
    }
    const inChunks = (text: string) => ReadableStream.from(chunksOf(text));
    expect((await push(inChunks(`${mail()}${filler}`))).status).toBe(200);
    // The header is in a chunk that goes beyond the 256 KiB.
    expect((await push(ReadableStream.from([Buffer.from(mail() + filler)]))).status).toBe(200);
    for (const late of [filler + mail(), inChunks(filler + mail())]) {
      const { status, body } = await push(late);
      expect([status, body.error]).toEqual([400, expect.stringContaining("names no recipient")]);
    }
  });

  test("is for the first hundred recipients of its header", async () => {
    const { push } = await open();
    const others = Array.from({ length: 100 }, (_, index) => `other${index}@desk.example.com`);
    const status = async (to: string[]) => (await push(mail(to.join(",\r\n ")))).status;
    expect(await status([...others.slice(1), "signup@desk.example.com"])).toBe(200);
    expect(await status([...others, "signup@desk.example.com"])).toBe(404);
  });

  test("is read at the expense of the key's account, and has no sender but that of its header", async () => {
    const { desk, push } = await open();
    const { accounts, intake } = desk.server.services;
    const account = (await accounts.findByName("default"))!;
    const createParser = vi.spyOn(intake.parsing, "createParser");
    expect((await push(mail())).status).toBe(200);
    expect(createParser.mock.calls).toEqual([[{ sender: "" }, [`account ${account.id}`]]]);
  });

  test("reaches the mailboxes of the key's account only", async () => {
    const { desk, push, recent } = await open();
    const { accounts, agentKeys } = desk.server.services;
    const { token } = await agentKeys.create((await accounts.create("other")).id, { name: "other" });
    expect((await push(mail(), "", { token })).status).toBe(404);
    expect(await recent()).toEqual([]);
  });

  test("is rejected if it is missing, too large, of another type, or names nobody", async () => {
    const { push, desk } = await open({ smtpMaxSize: 1_048_576 });
    expect((await push(undefined)).status).toBe(400);
    expect((await push("Subject: a\r\n\r\nb")).body.error).toContain("?to=");
    const large = await push(mail() + "x".repeat(1_048_576));
    expect([large.status, large.body.code]).toEqual([413, "payload_too_large"]);
    const chunk = new TextEncoder().encode("x".repeat(65_536));
    let chunks = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        chunks++;
        controller.enqueue(chunk);
      },
    });
    expect((await push(endless)).status).toBe(413);
    expect(chunks).toBeLessThan(32);
    const json = await desk.call("POST", "mail/push", { body: {} });
    expect([json.status, json.body.error]).toEqual([415, "Send the mail as it is, with Content-Type: message/rfc822."]);
    const to = Array.from({ length: 101 }, (_, index) => `to=signup%2B${index}@desk.example.com`).join("&");
    expect((await push(mail(), `?${to}`)).status).toBe(400);
  });
});
