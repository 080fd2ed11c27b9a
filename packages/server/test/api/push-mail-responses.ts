import { expect } from "vitest";
import type { Desk } from "./harness.ts";

/** Provokes each documented response of the operation that takes mails over HTTP. */
export async function provokePushMailResponses(desk: Desk): Promise<void> {
  const push = async (query: string, raw: string, type = "message/rfc822", length?: string) => {
    const headers = { "content-type": type, ...(length ? { "content-length": length } : {}) };
    return (await desk.call("POST", `mail/push${query}`, { raw, headers })).status;
  };
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "pushed" } })).body;
  const mail = `To: ${mailbox.address}\r\n\r\n369385`;
  expect(await push("", mail)).toBe(200);
  expect(await push("?to=nobody@desk.example.com", mail)).toBe(404);
  expect(await push("", "369385")).toBe(400);
  expect(await push("", mail, "text/plain")).toBe(415);
  expect(await push("", mail, "message/rfc822", "999999999")).toBe(413);
  expect((await desk.call("DELETE", `mailbox/${mailbox.id}`)).status).toBe(200);
}
