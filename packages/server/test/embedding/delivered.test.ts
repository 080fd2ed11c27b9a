import { describe, expect, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";
import { createDesk } from "./desk.ts";

describe("a mail delivered by a program", () => {
  test("is stored and read like one received over SMTP", async () => {
    const { server, call } = await createDesk();
    const { mailbox } = await call("POST", "mailbox/register", { name: "signup" });
    expect(
      await server.deliver({
        to: ["signup+one@desk.example.com", "nobody@desk.example.com"],
        from: "Müller & Söhne <no-reply@shop.example>",
        subject: `Ihr Bestätigungscode – 開発 🎉 ${"lang ".repeat(20)}`,
        text: "Ihr Code lautet 481220.",
        html: '<p>Ihr Code lautet <b>481220</b>. <a href="https://shop.example/v?t=abc">Bestätigen</a></p>',
      }),
    ).toEqual({ accepted: ["signup+one@desk.example.com"], rejected: ["nobody@desk.example.com"] });
    const { emails } = await call("GET", "mail/recent?full=true", undefined, mailbox.token);
    expect(emails).toMatchObject([
      {
        recipient: "signup+one@desk.example.com",
        sender: "Müller & Söhne <no-reply@shop.example>",
        subject: `Ihr Bestätigungscode – 開発 🎉 ${"lang ".repeat(20)}`.trim(),
        codes: [{ value: "481220" }],
        links: [{ url: "https://shop.example/v?t=abc", text: "Bestätigen" }],
      },
    ]);
  });

  test.each([[undefined], [""], ["  "], [[]], [["a@desk.example.com", undefined]]])(
    "is rejected for %j, which is not an address",
    async (to) => {
      const { server } = await createDesk();
      // As callers in JavaScript do.
      const mail = { to, text: "Your code is 481220." } as unknown as Parameters<typeof server.deliver>[0];
      await expect(server.deliver(mail)).rejects.toThrow("deliver(): `to` must be");
    },
  );

  test("may be a raw message", async () => {
    const { server, call } = await createDesk();
    const { mailbox } = await call("POST", "mailbox/register", { name: "signup" });
    await server.deliver({
      to: "signup@desk.example.com",
      raw: "Subject: Hi\r\nFrom: a@b.example\r\n\r\nThe code is 481220.\r\n",
    });
    const { emails } = await call("GET", "mail/recent", undefined, mailbox.token);
    expect(emails).toMatchObject([{ subject: "Hi", sender: "a@b.example", snippet: "The code is 481220." }]);
  });

  test("has the address of its sender, without the name, where a raw message names none", async () => {
    const { server, call } = await createDesk();
    const { mailbox } = await call("POST", "mailbox/register", { name: "signup" });
    const from = "A shop <hello@shop.example>";
    await server.deliver({ to: "signup@desk.example.com", from, raw: "Subject: Hi\r\n\r\nHello\r\n" });
    const { emails } = await call("GET", "mail/recent", undefined, mailbox.token);
    expect(emails).toMatchObject([{ subject: "Hi", sender: "hello@shop.example" }]);
  });

  test("is rejected if its mailboxes are deleted before it is stored", async () => {
    const { server, call } = await openDesk();
    await call("POST", "mailbox/register", { body: { name: "signup" } });
    vi.spyOn(server.services.mail, "receive").mockResolvedValueOnce([]);
    const to = "signup@desk.example.com";
    await expect(server.deliver({ to, text: "x" })).rejects.toThrow(`No mailbox ${to}`);
  });

  test("is rejected if no recipient has a mailbox, or if it is too large", async () => {
    const { server, call } = await createDesk({ smtpMaxSize: 2_000 });
    await call("POST", "mailbox/register", { name: "signup" });
    const to = "signup@desk.example.com";
    await expect(server.deliver({ to: "signup@elsewhere.example", text: "x" })).rejects.toThrow(
      /No mailbox signup@elsewhere/,
    );
    await expect(server.deliver({ to: "postmaster@desk.example.com", text: "x" })).rejects.toThrow(/No mailbox/);
    await expect(server.deliver({ to, text: "x".repeat(5_000) })).rejects.toThrow(/this server accepts 2000/);
    // Fewer characters than bytes.
    await expect(server.deliver({ to, raw: `\r\n${"€".repeat(1_000)}` })).rejects.toThrow(/this server accepts 2000/);
    expect((await call("GET", "mailbox/rejected")).rejected).toMatchObject([{ recipient: "signup@elsewhere.example" }]);
  });

  test("cannot contain an injected header", async () => {
    const { server, call } = await createDesk();
    const { mailbox } = await call("POST", "mailbox/register", { name: "signup" });
    await server.deliver({
      to: "signup@desk.example.com",
      from: "a@b.example\r\nSubject: forged",
      subject: "one\r\nX: y",
      text: "t",
    });
    const { emails } = await call("GET", "mail/recent", undefined, mailbox.token);
    expect(emails.map(({ subject }) => subject)).toEqual(["one X: y"]);
  });
});

test("a mail of exactly --smtp-max-size bytes is delivered, and a longer one is not", async () => {
  const { server, call } = await createDesk({ mailDomain: "desk.example.com", smtpMaxSize: 2_000 });
  await call("POST", "mailbox/register", { name: "signup" });
  const deliver = (bytes: number) =>
    server.deliver({ to: "signup@desk.example.com", raw: "Subject: x\r\n\r\n".padEnd(bytes, "x") });
  expect((await deliver(2_000)).accepted).toEqual(["signup@desk.example.com"]);
  await expect(deliver(2_001)).rejects.toThrow("The mail has 2001 bytes; this server accepts 2000");
});
