import { collectOnce } from "@frontdesk/test-kit";
import { beforeEach, describe, expect, it } from "vitest";
import { type Desk, deliver, openDesk } from "./harness.ts";

let desk: Desk;
let box: { id: string; token: string };
const recent = (query = "", signal?: AbortSignal) =>
  desk.call("GET", `mail/recent${query}`, { token: box.token, ...(signal ? { signal } : {}) });
const held = () => desk.server.services.mail.pending();

beforeEach(async () => {
  desk = await openDesk();
  box = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body.mailbox;
});

describe("a wait on a mailbox", () => {
  it("returns the mail that arrives meanwhile", async () => {
    const answer = recent("?wait=20");
    await expect.poll(held).toBe(1);
    await deliver(desk, "signup", { subject: "now" });
    expect((await answer).body.emails).toMatchObject([{ subject: "now" }]);
    expect(held()).toBe(0);
  });

  it("with n counts the newest: of three mails with n=2, the third and the second", async () => {
    for (const subject of ["1", "2", "3"]) await deliver(desk, "signup", { subject });
    expect((await recent("?n=2&wait=20")).body.emails).toMatchObject([{ subject: "3" }, { subject: "2" }]);
  });

  it("returns at once if a mail already follows the cursor", async () => {
    const { cursor } = (await recent()).body;
    await deliver(desk, "signup");
    expect((await recent(`?after=${cursor}&wait=50`)).body.emails).toHaveLength(1);
  });

  it("ends with an empty list and a cursor to continue from", async () => {
    await deliver(desk, "signup");
    const { cursor } = (await recent()).body;
    const { body } = await recent(`?after=${cursor}&wait=0.05`);
    expect(body).toEqual({ success: true, emails: [], cursor });
  });

  it("accepts a message id as a cursor, also if the message was evicted", async () => {
    for (let number = 1; number <= 3; number++) await deliver(desk, "signup", { subject: `${number}` });
    const first = (await recent()).body.emails.at(-1);
    expect((await recent(`?after=${first.id}`)).body.emails.map((mail: { subject: string }) => mail.subject)).toEqual([
      "3",
      "2",
    ]);
    for (let number = 4; number <= 15; number++) await deliver(desk, "signup", { subject: `${number}` });
    const left = (await recent(`?after=${first.id}`)).body.emails;
    expect(left.map((mail: { subject: string }) => mail.subject)).toEqual([
      "15",
      "14",
      "13",
      "12",
      "11",
      "10",
      "9",
      "8",
      "7",
      "6",
    ]);
  });

  it("rejects a cursor of another inbox", async () => {
    const other = (await desk.call("POST", "mailbox/register", { body: { name: "other" } })).body.mailbox;
    const { cursor } = (await desk.call("GET", "mail/recent", { token: other.token })).body;
    expect(await recent(`?after=${cursor}`)).toMatchObject({ status: 400 });
    expect(await recent("?after=junk")).toMatchObject({ status: 400 });
  });

  it.each(["-1", "51", "x", "1e1", ""])("rejects wait=%s", async (wait) => {
    expect((await recent(`?wait=${wait}`)).body.error).toMatch(/^`wait` must be/);
  });

  it("ends with 401 when the token is rotated", async () => {
    const answer = recent("?wait=20");
    await expect.poll(held).toBe(1);
    await desk.call("POST", `mailbox/${box.id}/token`);
    expect((await answer).status).toBe(401);
  });

  it("ends with 401 when the mailbox is deleted", async () => {
    const answer = recent("?wait=20");
    await expect.poll(held).toBe(1);
    await desk.call("DELETE", `mailbox/${box.id}`);
    expect((await answer).status).toBe(401);
  });

  it("is released when the client disconnects", async () => {
    const client = new AbortController();
    const answer = recent("?wait=20", client.signal);
    await expect.poll(held).toBe(1);
    await collectOnce();
    client.abort();
    await answer;
    expect(held()).toBe(0);
  });

  it("ends empty when the server closes", async () => {
    const answer = recent("?wait=20");
    await expect.poll(held).toBe(1);
    await desk.server.close();
    expect((await answer).body.emails).toEqual([]);
  });

  it("wakes every reader of the mailbox", async () => {
    const answers = Array.from({ length: 50 }, () => recent("?wait=20"));
    await expect.poll(held).toBe(50);
    await deliver(desk, "signup");
    for (const { body } of await Promise.all(answers)) expect(body.emails).toHaveLength(1);
  });
});
