import { expect, onTestFinished, test, vi } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

async function open(): Promise<Desk> {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  return desk;
}

test("a pushed mail says which of its mailboxes was deleted before it was stored, besides those that never were", async () => {
  const desk = await open();
  for (const name of ["kept", "gone"]) await desk.call("POST", "mailbox/register", { body: { name } });
  const { intake } = desk.server.services;
  const store = intake.store.bind(intake);
  vi.spyOn(intake, "store").mockImplementationOnce(async (destinations, mail) =>
    store(
      destinations.filter(({ recipient }) => recipient !== "gone@desk.example.com"),
      mail,
    ),
  );
  const to = ["kept", "gone", "nobody"].map((name) => `to=${name}@desk.example.com`).join("&");
  const raw = "From: a@shop.test\r\nSubject: Hi\r\n\r\nText";
  const { status, body } = await desk.call("POST", `mail/push?${to}`, {
    raw,
    headers: { "content-type": "message/rfc822" },
  });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      stored: 1,
      rejected: [
        { recipient: "nobody@desk.example.com", reason: "unknown_mailbox" },
        { recipient: "gone@desk.example.com", reason: "deleted" },
      ],
    },
  ]);
});

test("a key whose account is being deleted is told so", async () => {
  const desk = await open();
  const { accounts, agentKeys } = desk.server.services;
  const account = await accounts.create("shop");
  const { token } = await agentKeys.create(account.id, { name: "k" });
  await accounts.beginRemoval(account);
  const { status, body, headers } = await desk.call("GET", "account", { token });
  const error = "This account was deleted, and its keys with it.";
  expect([status, body, headers.get("www-authenticate")]).toEqual([401, { error, code: "unauthenticated" }, "Bearer"]);
});
