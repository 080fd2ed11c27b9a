import { conform } from "@frontdesk/contract/conform";
import { createFrontdesk, openMailbox } from "@frontdesk/sdk";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTestFrontdesk, type TestFrontdesk } from "../src/index.ts";

let desk: TestFrontdesk;
beforeEach(async () => {
  desk = await createTestFrontdesk();
  return desk.close;
});
const register = (name?: string) => desk.frontdesk.mailboxes.register(name);

describe("mail", () => {
  it("reaches a pending wait, as over SMTP", async () => {
    const mailbox = await register("signup");
    const trigger = () =>
      desk.deliverMail({
        to: mailbox.address,
        from: "Shop <hello@shop.example>",
        subject: "Your code",
        html: '<p>Your code is <b>482913</b>. <a href="https://shop.example/v?t=1">Confirm</a></p>',
      });
    const { code, message } = await mailbox.expectCode(trigger);
    expect(code).toBe("482913");
    expect(message).toMatchObject({
      sender: "Shop <hello@shop.example>",
      subject: "Your code",
      links: [{ url: "https://shop.example/v?t=1", text: "Confirm" }],
    });
  });

  it("is seen only by its own mailbox, and by each alias its own", async () => {
    const [one, other] = [await register("one"), await register("other")];
    const [first, second] = [one.alias("first"), one.alias("second")];
    const waits = [first, second].map((alias) => alias.waitForCode());
    await desk.deliverMail({ to: second.address, text: "Your code is 333444." });
    await desk.deliverMail({ to: first.address.toUpperCase(), text: "Your code is 111222." });
    expect((await Promise.all(waits)).map(({ code }) => code)).toEqual(["111222", "333444"]);
    expect(await other.recent()).toEqual([]);
    await expect(other.message((await one.recent())[0]!.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("for nobody is an error that says so", async () => {
    await expect(desk.deliverMail({ to: "nobody@desk.example.com", text: "x" })).rejects.toThrow(/No mailbox nobody@/);
  });

  it("reaches mailboxes of the configured domain", async () => {
    await using own = await createTestFrontdesk({ mailDomain: "mail.shop.example" });
    const mailbox = await own.frontdesk.mailboxes.register("signup");
    expect(mailbox.address).toBe("signup@mail.shop.example");
    await own.deliverMail({ to: mailbox.address, text: "x" });
  });
});

describe("an SMS", () => {
  it("reaches the inbox with its number, or the given one", async () => {
    const [one, other] = [
      await desk.frontdesk.smsInboxes.register({ phone: "5550100001" }),
      await desk.frontdesk.smsInboxes.register(),
    ];
    await desk.deliverSms({ to: "+1 555 010 0001", from: "BANK", body: "Code 903114" });
    await desk.deliverSms({ to: other, body: "Code 555666" });
    const { code, message } = await one.waitForCode();
    expect([code, message.sender, message.phone]).toEqual(["903114", "BANK", "5550100001"]);
    expect((await other.waitForCode()).code).toBe("555666");
  });

  it("sent twice at the same moment arrives twice", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const inbox = await desk.frontdesk.smsInboxes.register();
    for (let times = 0; times < 3; times++) await desk.deliverSms({ to: "5550100002", body: "Code 903114" });
    expect((await inbox.recent()).messages).toHaveLength(3);
  });

  it("to a number without an inbox is an error that says what to do", async () => {
    await expect(desk.deliverSms({ to: "5550100001", body: "x" })).rejects.toThrow(
      new Error("No SMS can reach 5550100001. There is no SMS inbox. Register one: `smsInboxes.register()`."),
    );
    await desk.frontdesk.smsInboxes.register();
    await desk.frontdesk.smsInboxes.register();
    await expect(desk.deliverSms({ to: "5550100001", body: "x" })).rejects.toThrow(
      new Error(
        "No SMS can reach 5550100001. None of 2 SMS inboxes has this number. Attach it, `smsInboxes.register({ phone })`, or give the inbox as `to`.",
      ),
    );
  });
});

describe("the rest of the API", () => {
  it("is the server's own, including keys, scopes and subdomains", async () => {
    // Held to openapi.yaml as the server is.
    const frontdesk = createFrontdesk({ baseUrl: desk.url, key: desk.key, fetch: conform(desk.fetch) });
    const { token } = await frontdesk.agentKeys.create("ci", { scopes: ["mailbox:read"] });
    const reader = createFrontdesk({ baseUrl: desk.url, key: token, fetch: desk.fetch });
    await expect(reader.mailboxes.register("signup")).rejects.toMatchObject({ code: "missing_scope" });
    await expect(openMailbox({ baseUrl: desk.url, key: "svcm_any", fetch: desk.fetch }).recent()).rejects.toMatchObject(
      { code: "unauthenticated" },
    );
    expect(await frontdesk.subdomains.register("demo")).toMatchObject({ domain: "demo.tunnel.localhost" });
  });

  it("has no limits, except those that a test sets", async () => {
    await Promise.all(Array.from({ length: 60 }, () => register()));
    for (let number = 0; number <= 20; number++)
      await desk.frontdesk.webhooks.register(`https://app.example/${number}`);
    await using small = await createTestFrontdesk({ mailboxes: 1 });
    await small.frontdesk.mailboxes.register();
    await expect(small.frontdesk.mailboxes.register()).rejects.toMatchObject({ code: "limit_reached" });
  });
});

it("isolates every server from the others", async () => {
  await using other = await createTestFrontdesk();
  await register("signup");
  expect((await other.frontdesk.mailboxes.list()).mailboxes).toEqual([]);
});

it("rejects requests after it is closed, and ends pending waits", async () => {
  const mailbox = await register();
  const wait = mailbox.waitForCode({ timeout: 200 }).catch((error: unknown) => error);
  await mailbox.currentCursor();
  await desk.close();
  expect(await wait).toBeInstanceOf(Error);
  const answer = await desk.fetch(new Request(`${desk.url}/svc-api/server/version`));
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: "unavailable" }]);
});

it("works under fake timers, and once real ones are restored", async () => {
  const mailbox = await register("signup");
  const expectCode = () =>
    mailbox.expectCode(() => desk.deliverMail({ to: mailbox.address, text: "Your code is 482913." }));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect(await expectCode()).toMatchObject({ code: "482913" });
  const unheard = desk.frontdesk.account();
  vi.useRealTimers();
  await unheard;
  expect(await expectCode()).toMatchObject({ code: "482913" });
});
