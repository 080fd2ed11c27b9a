import { createStorage } from "unstorage";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Verdict } from "../../src/inbox/verdicts.ts";
import { type Desk, openDesk } from "./harness.ts";

let desk: Desk;
let mailbox: { id: string; token: string; address: string };

beforeEach(async () => {
  desk = await openDesk();
  ({ mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body);
});
afterEach(() => desk.server.close());

/** Receives a mail whose verdict the returned function gives. */
async function receive(subject: string, { to = mailbox.address, server = desk.server } = {}) {
  let settle = (_: Verdict) => {};
  const verdict = new Promise<Verdict>((resolve) => (settle = resolve));
  const mail = { subject, sender: "a@shop.example", body: `The code is ${subject}` };
  await server.services.mail.receive([{ id: mailbox.id, recipient: to }], mail, () => verdict);
  return settle;
}
const recent = async (query = "", target = desk) =>
  (await target.call("GET", `mail/recent?${query}`, { token: mailbox.token })).body;
const subjects = (body: { emails: { subject: string }[] }) => body.emails.map(({ subject }) => subject);
const elapsed = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

test("every reader sees the verdict, and none waits for it unasked", async () => {
  const settle = await receive("481220");
  const [email] = (await recent("full=true")).emails;
  expect(email.authenticated).toBe("pending");
  expect((await recent("wait=5")).emails[0].authenticated).toBe("pending");
  settle("pass");
  await expect.poll(async () => (await recent("full=true")).emails[0].authenticated).toBe("pass");
  const one = await desk.call("GET", `mail/message/${email.id}`, { token: mailbox.token });
  expect(one.body.email.authenticated).toBe("pass");
  const listed = await desk.call("GET", `mailbox/${mailbox.id}/emails`);
  expect(listed.body.emails[0].authenticated).toBe("pass");
});

test("a mail that came without SMTP has none", async () => {
  await desk.server.deliver({ to: mailbox.address, text: "Hello" });
  expect((await recent()).emails[0].authenticated).toBe("none");
});

describe("with authenticated=true", () => {
  test("a read without a wait gets a verdict that comes soon", async () => {
    const settle = await receive("481220");
    const reading = recent("authenticated=true");
    await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
    settle("pass");
    expect(subjects(await reading)).toEqual(["481220"]);
  });

  test("a read without a wait ends when its client disconnects", async () => {
    await receive("481220");
    const client = new AbortController();
    const headers = { authorization: `Bearer ${mailbox.token}` };
    const url = "https://desk.example.com/svc-api/mail/recent?authenticated=true";
    const reading = desk.server.fetch(new Request(url, { headers, signal: client.signal }));
    await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
    const start = performance.now();
    client.abort();
    await reading.catch(() => {});
    await expect.poll(() => desk.server.services.mail.pending(), { interval: 1 }).toBe(0);
    // Otherwise it lasts two seconds.
    expect(performance.now() - start).toBeLessThan(1_500);
  });

  test("it waits two seconds at most, and its cursor stays before the mail", async () => {
    const settle = await receive("481220");
    const { cursor } = await recent("n=1&authenticated=true&lookback=60");
    let body = { emails: [{ subject: "" }], cursor: "" };
    expect(await elapsed(async () => (body = await recent(`authenticated=true&after=${cursor}`)))).toBeLessThan(4_000);
    expect(body).toMatchObject({ emails: [], cursor });
    settle("pass");
    expect(subjects(await recent(`authenticated=true&after=${cursor}`))).toEqual(["481220"]);
  }, 15_000);

  test("a long poll waits for the verdict as long as it would for a mail", async () => {
    const reading = recent("authenticated=true&wait=20&full=true");
    await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
    (await receive("forged"))("fail");
    (await receive("local"))("none");
    const settle = await receive("481220");
    settle("pass");
    const body = await reading;
    expect(subjects(body)).toEqual(["481220"]);
    expect(body.emails[0].codes[0].value).toBe("481220");
  });

  test("mails before the pending one come at once, and those after it only later, each once", async () => {
    (await receive("first"))("pass");
    const settle = await receive("second");
    (await receive("third"))("pass");
    const start = "authenticated=true&lookback=60";
    const page = await recent(start);
    expect(subjects(page)).toEqual(["first"]);
    settle("pass");
    const next = await recent(`authenticated=true&after=${page.cursor}`);
    expect(subjects(next)).toEqual(["third", "second"]);
    expect(next.missed).toBeUndefined();
  });

  test("a pending mail for another address does not hold up a reader", async () => {
    await receive("other", { to: mailbox.address.replace("@", "+b@") });
    (await receive("481220"))("pass");
    const to = encodeURIComponent(mailbox.address);
    expect(subjects(await recent(`authenticated=true&to=${to}`))).toEqual(["481220"]);
  });

  test("mails without a pass are passed over, not counted as missed", async () => {
    const { cursor } = await recent();
    for (const verdict of ["fail", "none"] as const) (await receive(verdict))(verdict);
    await expect.poll(async () => (await recent()).emails[0].authenticated).toBe("none");
    const page = await recent(`authenticated=true&after=${cursor}`);
    expect(page).toMatchObject({ emails: [], cursor: (await recent()).cursor });
    expect(page.missed).toBeUndefined();
  });

  test("a mail that ten later ones replaced before its verdict still reaches a reader that waits", async () => {
    const reading = recent("authenticated=true&wait=20");
    await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
    const settle = await receive("481220");
    for (let number = 0; number < 10; number++) (await receive(`later ${number}`))("fail");
    settle("pass");
    expect(subjects(await reading)).toEqual(["481220"]);
  });

  test("anything but true or false is rejected", async () => {
    expect(await desk.call("GET", "mail/recent?authenticated=1", { token: mailbox.token })).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
  });
});

test("a verdict outlives a restart, and one that was pending is none", async () => {
  const storage = createStorage();
  const open = () => openDesk({ storage });
  const before = await open();
  ({ mailbox } = (await before.call("POST", "mailbox/register", { body: { name: "kept" } })).body);
  for (const verdict of ["pass", "fail"] as const) (await receive(verdict, before))(verdict);
  await receive("pending", before);
  await before.server.close();
  const after = await open();
  const { emails } = await recent("", after);
  expect(emails.map(({ authenticated }: { authenticated: string }) => authenticated)).toEqual(["none", "fail", "pass"]);
  await after.server.close();
});

describe("the mailbox may be gone when the verdict comes", () => {
  test.each([
    ["deleted", () => desk.call("DELETE", `mailbox/${mailbox.id}`)],
    ["cleared", () => desk.call("DELETE", `mailbox/${mailbox.id}/emails`)],
  ])("%s, and nothing comes back", async (_, remove) => {
    const settle = await receive("481220");
    expect((await remove()).status).toBe(200);
    settle("pass");
    await desk.server.services.mail.saveVerdicts();
    expect((await desk.server.services.mail.index(mailbox.id)).messages).toEqual([]);
  });
});
