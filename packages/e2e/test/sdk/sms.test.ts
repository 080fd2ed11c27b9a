import { openSmsInbox } from "@frontdesk/sdk";
import { expect, onTestFinished, test } from "vitest";
import { baseUrl, openDesk, withoutExtension } from "./harness.ts";

const push = (body: string, phone = "+15551234567") => ({ messages: [{ sender: "SHOP", body, phone }] });

test("an older server's messages are fetched one by one, and searched here", async () => {
  const { frontdesk, server, fetch } = await openDesk(withoutExtension);
  onTestFinished(() => server.close());
  const own = await frontdesk.smsInboxes.register();
  const inbox = openSmsInbox({ baseUrl, key: own.key, fetch });
  const signal = new AbortController().signal;
  const found = await inbox.expectCode(async () => void (await own.push(push("Your code is 482913."))), { signal });
  expect(found).toMatchObject({ code: "482913", message: { sender: "SHOP", body: "Your code is 482913." } });
});

test("a wait for a link, for a message, and for one that does not arrive", async () => {
  const { frontdesk, server } = await openDesk();
  onTestFinished(() => server.close());
  const inbox = await frontdesk.smsInboxes.register();
  const send = (text: string) => async () => void (await inbox.push(push(text)));
  const link = "https://shop.test/verify?t=kJ8s0Qz7XpL2vBn4TgH6yRw1";
  expect((await inbox.expectLink(send(`Confirm your number: ${link}`))).link).toBe(link);
  expect((await inbox.expectMessage(send("See you at eight"))).body).toBe("See you at eight");
  const none = { timeout: 0, errorOnTimeout: false } as const;
  expect(await inbox.waitForCode(none)).toBeNull();
  expect(await inbox.waitForLink(none)).toBeNull();
  expect(await inbox.waitForMessage({ ...none, phone: "5557654321" })).toBeNull();
  await expect(inbox.waitForMessages({ count: 0 })).rejects.toThrow("`count` must be a whole number from 1");
});

test("messages are yielded one after the other, until the reader has enough", async () => {
  const { frontdesk, server } = await openDesk();
  onTestFinished(() => server.close());
  const inbox = await frontdesk.smsInboxes.register();
  const after = await inbox.currentCursor();
  for (const body of ["one", "two", "three"]) await inbox.push(push(body));
  const seen: string[] = [];
  for await (const { body } of inbox.messages({ after })) {
    seen.push(body);
    if (seen.length === 2) break;
  }
  expect(seen).toEqual(["one", "two"]);
  const given = await inbox.waitForMessages({ count: 1, after, timeout: 1_000 });
  expect(given.map(({ body }) => body)).toEqual(["three"]);
  const stop = new AbortController();
  const next = inbox.messages({ signal: stop.signal, lookback: 0 }).next();
  stop.abort();
  expect(await next).toEqual({ value: undefined, done: true });
});
