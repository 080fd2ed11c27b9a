import { createTransport } from "nodemailer";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSafeHooks } from "../../src/hooks.ts";
import { createMessageExtractor } from "../../src/inbox/extraction.ts";
import type { ReceivedMessage } from "../../src/index.ts";
import { openDesk } from "../api/harness.ts";
import { createDesk, log } from "./desk.ts";

describe("hooks", () => {
  test("are called for each stored message and each rejected recipient, over SMTP too", async () => {
    const arrivals: ReceivedMessage[] = [];
    const refused: unknown[] = [];
    const { server, call } = await createDesk({
      smtp: true,
      port: 0,
      smtpPort: 0,
      onMessage: (arrival) => arrivals.push(arrival),
      onRejected: (recipient) => refused.push(recipient),
    });
    const { mailbox } = await call("POST", "mailbox/register", { name: "signup" });
    const { sms_token } = await call("POST", "sms/register", {});
    const { smtp } = await server.listen();
    const [host, port] = smtp!.split(":");
    const transport = createTransport({ host: host!, port: Number(port), ignoreTLS: true });
    onTestFinished(() => transport.close());
    const to = ["signup@desk.example.com", "nobody@desk.example.com"];
    await transport.sendMail({ from: "a@b.example", to, subject: "Hi", text: "Your code is 481220." });
    await call(
      "POST",
      "sms/push",
      { phone: "5550100000", sender: "SHOP", body: "Your code is 7731." },
      sms_token.token,
    );
    expect(arrivals).toMatchObject([
      { channel: "mail", mailboxId: mailbox.id, message: { subject: "Hi", codes: [{ value: "481220" }] } },
      { channel: "sms", smsTokenId: sms_token.id, message: { sender: "SHOP", codes: [{ value: "7731" }] } },
    ]);
    expect(refused).toEqual([{ recipient: "nobody@desk.example.com", reason: "unknown_mailbox" }]);
  });

  test("get the verdict on a mail's sender if it is known when the mail is stored, and else that it is pending", async () => {
    const verdicts: string[] = [];
    const { server, call } = await openDesk({
      onMessage: (received) => {
        if (received.channel === "mail") verdicts.push(received.message.authenticated);
      },
    });
    const { mailbox } = (await call("POST", "mailbox/register", { body: { name: "signup" } })).body;
    const destination = { id: mailbox.id, recipient: mailbox.address };
    const mail = { subject: "Hi", sender: "a@b.example", body: "Your code is 481220." };
    for (const check of [undefined, "pass" as const, "fail" as const, async () => "pass" as const])
      await server.services.mail.receive([destination], mail, check);
    expect(verdicts).toEqual(["none", "pass", "fail", "pending"]);
  });

  test("that throw are logged and affect nothing else", async () => {
    const errors: string[] = [];
    const onMessage = () => {
      throw new Error("a fault of the program");
    };
    const { server, call } = await createDesk({ onMessage, log: { ...log, error: (message) => errors.push(message) } });
    await call("POST", "mailbox/register", { name: "signup" });
    await server.deliver({ to: "signup@desk.example.com", text: "x" });
    expect(errors).toEqual(["The hook onMessage failed"]);
  });

  test("that are asynchronous and fail are logged too, and do not end the process", async () => {
    const errors: unknown[] = [];
    const fault = new Error("a fault of the program");
    const fail = async () => {
      throw fault;
    };
    const noted = { ...log, error: (...line: unknown[]) => errors.push(line) };
    const { onRejected } = createSafeHooks({ onRejected: fail, onMessage: fail }, createMessageExtractor(), noted);
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    onRejected?.({ recipient: "a@b.example", reason: "unknown_mailbox" });
    await new Promise(setImmediate);
    expect([errors, unhandled]).toEqual([[["The hook onRejected failed", fault]], []]);
  });

  test("that throw for one message of a delivery still get the others", () => {
    const bodies: string[] = [];
    const errors: unknown[] = [];
    const fault = new Error("a fault of the program");
    const onMessage = ({ message }: ReceivedMessage) => {
      bodies.push(message.body);
      throw fault;
    };
    const failing = { ...log, error: (...line: unknown[]) => errors.push(line) };
    const { onMail, onSms } = createSafeHooks({ onMessage }, createMessageExtractor(), failing);
    const message = { arrived: 0, sender: "SHOP", received_at: "2026-01-01T00:00:00Z" };
    const mail = { ...message, subject: "Hi", recipient: "a@b.example", snippet: "" };
    const sms = { ...message, phone: "5550100000", phone_id: "p", snippet: "" };
    onMail?.(
      "box",
      ["one", "two"].map((body) => ({ ...mail, id: `mail-${body}`, body })),
    );
    onSms?.(
      "inbox",
      ["three", "four"].map((body) => ({ ...sms, id: `sms-${body}`, body })),
    );
    expect(bodies).toEqual(["one", "two", "three", "four"]);
    expect(errors).toEqual(bodies.map(() => ["The hook onMessage failed", fault]));
  });

  test("that are not set are not there, so that no message is converted for them", () => {
    const unset = createSafeHooks({}, createMessageExtractor(), log);
    expect(unset).toEqual({ onMail: undefined, onSms: undefined, onRejected: undefined });
  });

  test("for rejected recipients that throw are logged and change no response", async () => {
    const errors: string[] = [];
    const { server, call } = await createDesk({
      smtp: true,
      port: 0,
      smtpPort: 0,
      onRejected: () => {
        throw new Error("a fault of the program");
      },
      log: { ...log, error: (message) => errors.push(message) },
    });
    await call("POST", "mailbox/register", { name: "signup" });
    const [host, port] = (await server.listen()).smtp!.split(":");
    const transport = createTransport({ host: host!, port: Number(port), ignoreTLS: true });
    onTestFinished(() => transport.close());
    const to = ["signup@desk.example.com", "nobody@desk.example.com"];
    const { accepted, rejectedErrors = [] } = await transport.sendMail({ from: "a@b.example", to, text: "x" });
    expect([accepted, rejectedErrors.map(({ responseCode }) => responseCode)]).toEqual([[to[0]], [550]]);
    expect(errors).toEqual(["The hook onRejected failed"]);
  });
});
