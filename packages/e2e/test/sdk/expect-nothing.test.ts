import { type AccountMailbox, UnexpectedMessageError } from "@frontdesk/sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

let desk: Desk;
let mailbox: AccountMailbox;
const send = (subject: string, to?: string) => desk.mail("signup", { subject }, to);

beforeEach(async () => {
  desk = await openDesk();
  mailbox = await desk.frontdesk.mailboxes.register("signup");
});

describe("expectNothing()", () => {
  test("resolves if nothing arrives, also if something arrived before", async () => {
    await send("Earlier");
    await mailbox.expectNothing(() => {}, { for: 20 });
  });

  test("fails with what came, during the trigger or after it", async () => {
    const failure = await mailbox.expectNothing(() => send("Newsletter"), { for: 20 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnexpectedMessageError);
    expect(failure).toMatchObject({
      message: 'Expected no message within 20 ms, but "Newsletter" from Shop <shop@shop.test> arrived.',
      received: { subject: "Newsletter" },
    });
    const late = mailbox.expectNothing(() => {}, { for: 60_000 });
    await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
    await send("Late");
    await expect(late).rejects.toThrow('"Late"');
  });

  test("with 0 ms looks once, at what arrived during the trigger", async () => {
    await mailbox.expectNothing(() => {}, { for: 0 });
    await expect(mailbox.expectNothing(() => send("Newsletter"), { for: 0 })).rejects.toThrow("within 0 ms");
  });

  test("looks at what passes the filters, and at one alias", async () => {
    await mailbox.expectNothing(() => send("Newsletter"), { for: 20, subject: /code/i });
    const alias = mailbox.alias("ann");
    await alias.expectNothing(() => send("Newsletter"), { for: 20 });
    await expect(alias.expectNothing(() => send("Hello", alias.address), { for: 20 })).rejects.toThrow('"Hello"');
  });

  test("works for SMS", async () => {
    const inbox = await desk.frontdesk.smsInboxes.register();
    const push = () =>
      desk.fetch(
        new Request("http://desk.test/svc-api/sms/push", {
          method: "POST",
          headers: { authorization: `Bearer ${inbox.key}`, "content-type": "application/json" },
          body: JSON.stringify({ phone: "5550123456", sender: "Bank", body: "Hello" }),
        }),
      );
    await inbox.expectNothing(() => {}, { for: 20 });
    await expect(inbox.expectNothing(push, { for: 20 })).rejects.toThrow('"Hello" from Bank');
  });

  test.each([[undefined], [-1], [Number.NaN], [Number.POSITIVE_INFINITY]])("rejects %s ms", async (duration) => {
    let ran = false;
    const trigger = () => {
      ran = true;
    };
    await expect(mailbox.expectNothing(trigger, { for: duration as number })).rejects.toThrow(RangeError);
    expect(ran).toBe(false);
  });
});
