import { expect, onTestFinished, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";

async function open() {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "a" } })).body;
  return { desk, mailbox, mail: desk.server.services.mail };
}

test.each([
  ["subject", 1_000],
  ["sender", 500],
  ["recipient", 500],
] as const)("the %s of a mail in lists has at most %i characters, and a longer one is cut", async (field, most) => {
  const { desk, mailbox, mail } = await open();
  const receive = (length: number) => {
    const long = { [field]: "x".repeat(length) };
    const fields = { subject: "s", sender: "a@b.test", body: "text", recipient: "a@desk.example.com", ...long };
    return mail.receive([{ id: mailbox.id, recipient: fields.recipient }], fields);
  };
  for (const length of [most, most + 1]) expect(await receive(length)).toEqual([mailbox.id]);
  const { emails } = (await desk.call("GET", "mail/recent", { token: mailbox.token })).body;
  const [cut, whole] = emails.map((email: Record<string, string>) => email[field]);
  expect(whole).toBe("x".repeat(most));
  expect([cut.length <= most, cut.startsWith("x".repeat(most - 1))]).toEqual([true, true]);
});

test("the sender of a mail is checked if it was stored, and not if its mailbox was deleted meanwhile", async () => {
  const { desk, mailbox, mail } = await open();
  const check = vi.fn(async () => "pass" as const);
  const receive = () =>
    mail.receive([{ id: mailbox.id, recipient: mailbox.address }], { subject: "", sender: "", body: "" }, check);
  expect(await receive()).toEqual([mailbox.id]);
  expect(check).toHaveBeenCalledTimes(1);
  await desk.call("DELETE", `mailbox/${mailbox.id}`);
  expect(await receive()).toEqual([]);
  expect(check).toHaveBeenCalledTimes(1);
});
