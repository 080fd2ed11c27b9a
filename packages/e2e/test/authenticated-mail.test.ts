import { createFrontdesk } from "@frontdesk/sdk";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { call } from "./cli/call.ts";
import { type Desk, firstKey, openDesk, openSession } from "./mcp/desk.ts";

let desk: Desk;
let count = 0;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Registers a mailbox. `receive` stores a mail in it whose check gives this verdict. */
async function openMailbox({ fetch = globalThis.fetch } = {}) {
  const frontdesk = createFrontdesk({ baseUrl: desk.url, key: firstKey, fetch });
  const mailbox = await frontdesk.mailboxes.register(`box${count++}`);
  onTestFinished(() => frontdesk.mailboxes.delete(mailbox.id));
  const receive = (code: string, verdict: "pass" | "fail" | "none") => {
    const mail = { subject: "Your code", sender: "Shop <a@shop.example>", body: `Your verification code is ${code}.` };
    const destination = { id: mailbox.id, recipient: mailbox.address };
    return desk.server.services.mail.receive([destination], mail, async () => verdict);
  };
  return { mailbox, name: mailbox.name, receive };
}

describe("a wait of the SDK for authenticated mail", () => {
  test("passes over other mail, and returns the verdict with the message", async () => {
    const { mailbox, receive } = await openMailbox();
    const { code, message } = await mailbox.expectCode(
      async () => {
        await receive("111222", "fail");
        await receive("333444", "pass");
      },
      { authenticated: true, timeout: 10_000 },
    );
    expect([code, message.authenticated]).toEqual(["333444", "pass"]);
  });

  test("works for an alias too", async () => {
    const { mailbox, receive } = await openMailbox();
    await receive("111222", "pass");
    const waiting = mailbox.alias("shop").waitForCode({ authenticated: true, timeout: 100 });
    await expect(waiting).rejects.toMatchObject({ reason: "no_message" });
  });

  test("names what it left out if the time runs out", async () => {
    const { mailbox, receive } = await openMailbox();
    await receive("111222", "fail");
    await expect(mailbox.waitForCode({ authenticated: true, timeout: 100 })).rejects.toMatchObject({
      reason: "filtered_out",
      nearMisses: [{ sender: "Shop <a@shop.example>", why: "its sender is not authenticated (fail)" }],
    });
  });

  test("takes nothing from a server that does not check senders", async () => {
    const olderServer: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      url.searchParams.delete("authenticated");
      const response = await fetch(new Request(url, request));
      const text = await response.text();
      const { status, headers } = response;
      return new Response(text.replace(/"authenticated":"\w+",?/g, ""), { status, headers });
    };
    const { mailbox, receive } = await openMailbox({ fetch: olderServer });
    await receive("111222", "pass");
    await expect(mailbox.waitForCode({ authenticated: true, timeout: 100 })).rejects.toMatchObject({
      nearMisses: [{ why: "its sender is not authenticated (not checked by this server)" }],
    });
  });

  test("rejects a value that is no boolean", async () => {
    const { mailbox } = await openMailbox();
    const options = { authenticated: "yes" } as unknown as { authenticated: boolean };
    await expect(mailbox.waitForCode(options)).rejects.toThrow("`authenticated` must be true or false");
  });
});

test("the command waits for authenticated mail, and prints verdicts", async () => {
  const { name, receive } = await openMailbox();
  const env = { FRONTDESK_URL: desk.url, FRONTDESK_KEY: firstKey };
  const waiting = call(["code", name, "--authenticated"], env);
  await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
  await receive("111222", "fail");
  await receive("333444", "pass");
  await receive("555666", "none");
  expect(await waiting).toEqual({ code: 0, out: "333444", err: "" });
  const { out } = await call(["mail", name], env);
  expect(out.split("\n").map((line) => line.split("  ").slice(3).join(", "))).toEqual([
    "code 111222, authenticated: fail",
    "code 333444, authenticated: pass",
    "code 555666",
  ]);
});

test("an agent gets authenticated mail if it asks for it, and is told what a verdict means", async () => {
  const { name, receive } = await openMailbox();
  const session = await openSession(desk);
  await receive("111222", "fail");
  const wait = { mailbox: name, waitSeconds: 1 };
  expect((await session.call("mail_wait_code", { ...wait, authenticated: true })).facts).toMatchObject({
    status: "pending",
    notTaken: [{ why: "sender not authenticated" }],
  });
  await receive("333444", "pass");
  expect((await session.call("mail_wait_code", { ...wait, authenticated: true })).facts).toMatchObject({
    status: "found",
    code: "333444",
    authenticated: "pass",
  });
  const { mails } = (await session.call("mail_list", { mailbox: name })).facts;
  expect(mails.map(({ authenticated }: { authenticated: string }) => authenticated)).toEqual(["pass", "fail"]);
  const texts = await Promise.all(
    mails.map(
      async ({ messageId }: { messageId: string }) =>
        (await session.call("mail_read", { mailbox: name, messageId })).text,
    ),
  );
  expect(texts[0]).toContain("The domain of From is authenticated; the content is not.");
  expect(texts[1]).toContain("it may be forged");
  await session.close();
});
