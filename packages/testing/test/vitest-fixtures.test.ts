import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { type MailboxAlias, type SmsInbox, WaitTimeoutError } from "@frontdesk/sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, vi } from "vitest";
import { test } from "../src/vitest/index.ts";

/** As the program under test would: SMTP to where the fixture says. */
async function send(smtp: string, to: string, text: string): Promise<void> {
  const [host = "", port] = smtp.split(":");
  const lines = ["EHLO test", "MAIL FROM:<a@b.example>", `RCPT TO:<${to}>`, "DATA", `Subject: Hi\r\n\r\n${text}\r\n.`];
  const socket = connect(Number(port), host);
  for await (const bytes of socket) {
    if (!/^\d{3} /m.test(String(bytes))) continue;
    const line = lines.shift();
    if (line === undefined) break;
    socket.write(`${line}\r\n`);
  }
  socket.destroy();
}

describe("the fixtures", () => {
  const seen: string[] = [];
  for (const code of ["481220", "481221", "481222"])
    test(`give each test its own address (${code})`, async ({ mailbox, frontdeskServer: desk }) => {
      const found = await mailbox.expectCode(() => send(desk.smtp ?? "", mailbox.address, `Your code is ${code}.`));
      expect(found.code).toBe(code);
      expect(seen).not.toContain(mailbox.address);
      seen.push(mailbox.address);
    });

  test("and each retry of it, so that a code of the previous attempt is not used", { retry: 1 }, async ({
    mailbox,
    frontdeskServer: desk,
    task,
  }) => {
    const isRetry = (task.result?.retryCount ?? 0) > 0;
    if (!isRetry) await send(desk.smtp ?? "", mailbox.address, "Your code is 111111.");
    const wait = mailbox.waitForCode({ timeout: isRetry ? 50 : 5_000, errorOnTimeout: false });
    const found = await wait;
    if (!isRetry) throw new Error("as a flaky test does");
    expect(found).toBeNull();
  });

  test("give an SMS inbox, and release it", async ({ smsInbox }) => {
    const push = () => smsInbox.push({ phone: "5550100001", sender: "SHOP", body: "Code 903114" });
    expect((await smsInbox.expectCode(push)).code).toBe("903114");
  });

  test("open a tunnel that ends with the test", async ({ tunnel }) => {
    const site = createServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
    await new Promise((resolve) => site.once("listening", resolve));
    const { port } = site.address() as AddressInfo; // A TCP listener has no other form of address.
    const opened = await tunnel({ port });
    const { port: deskPort, host } = new URL(opened.url);
    let answer = "";
    const visit = async () => {
      answer = await new Promise<string>((resolve, reject) => {
        get({ host: "127.0.0.1", port: deskPort, headers: { host } }, async (response) => {
          let body = "";
          for await (const chunk of response) body += chunk;
          resolve(body);
        }).on("error", reject);
      });
    };
    expect((await opened.expectRequest(visit)).method).toBe("GET");
    expect(answer).toBe("hello");
    site.close();
  });

  test("leave nothing of earlier tests", async ({ frontdesk }) => {
    const { usage } = (await frontdesk.account()).account;
    expect(usage).toMatchObject({ mailboxes: 1, sms_tokens: 0, subdomains: 0 });
  });
});

describe("a wait after a slow hook", () => {
  beforeEach<{ mailbox: MailboxAlias; smsInbox: SmsInbox }>(async ({ mailbox, smsInbox }) => {
    const wait = { timeout: 1_500, errorOnTimeout: false } as const;
    expect(await Promise.all([mailbox.waitForCode(wait), smsInbox.waitForCode(wait)])).toEqual([null, null]);
  });

  // Its reserve is a tenth of the two seconds.
  const left = {
    timeout: expect.toSatisfy((timeout: number) => timeout > 1_000),
    message: expect.stringMatching(
      / The time limit of the test is 2000 ms; extend it with the last argument of `test`, or `testTimeout` of Vitest's configuration\.$/,
    ),
  };
  test("has the test's own timeout, which begins after the hook", { timeout: 2_000 }, async ({ mailbox }) => {
    const error = await mailbox.waitForMessage().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject(left);
  });

  test("also for an SMS inbox", { timeout: 2_000 }, async ({ smsInbox }) => {
    const error = await smsInbox.waitForMessage().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(left);
  });
});

describe("the output of a failed test", () => {
  const printed: string[] = [];
  beforeAll(() => void vi.spyOn(console, "error").mockImplementation((text: string) => void printed.push(text)));
  afterAll(() => void vi.restoreAllMocks());

  test.fails("(fails, so that its mail is printed)", async ({ mailbox, frontdeskServer: desk }) => {
    await send(desk.smtp ?? "", mailbox.address, "For this test");
    throw new Error("as a failing test does");
  });

  test.fails("(fails, so that its SMS is printed)", async ({ smsInbox }) => {
    await smsInbox.push({ phone: "5550100001", sender: "Shop", body: "By the phone" });
    throw new Error("as a failing test does");
  });

  test.fails("(fails after it has deleted its SMS inbox)", async ({ smsInbox, frontdesk }) => {
    await frontdesk.smsInboxes.delete(smsInbox);
    throw new Error("as a failing test does");
  });

  test("has the messages that it received, and that of others has none", async ({ mailbox, smsInbox }) => {
    await smsInbox.push({ phone: "5550100001", sender: "Shop", body: "To nobody" });
    expect(mailbox.address).toContain("@");
    expect(printed).toEqual([
      expect.stringMatching(/^mail: Hi\nFrom: .*For this test/s),
      expect.stringMatching(/^sms: Shop\nFrom: Shop\n.*By the phone$/s),
      expect.stringMatching(/^messages\nCould not be read: /),
    ]);
  });

  test("has nothing of a test that passed", () => {
    expect(printed.length).toBe(3);
  });
});
