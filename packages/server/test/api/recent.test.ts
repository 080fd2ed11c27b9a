import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Desk, deliver, openDesk } from "./harness.ts";

let desk: Desk;
let box: { id: string; token: string };
const recent = (query = "") => desk.call("GET", `mail/recent${query}`, { token: box.token });
const held = () => desk.server.services.mail.pending();
const subjects = ({ body }: Answer) => body.emails.map(({ subject }: { subject: string }) => subject);
const send = (subject: string, tag?: string) =>
  deliver(desk, "signup", { subject, recipient: `signup${tag ? `+${tag}` : ""}@desk.example.com` });
const to = (tag: string) => `to=${encodeURIComponent(`signup+${tag}@desk.example.com`)}`;
const cursorNow = async () => (await recent()).body.cursor as string;
const range = (from: number, upTo: number) => Array.from({ length: upTo - from + 1 }, (_, at) => `${from + at}`);

let now: number;
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  desk = await openDesk({ clock: { now: () => now } });
  box = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body.mailbox;
});

describe("with `after`", () => {
  it("the oldest new mails are returned first, and `more` says that others follow", async () => {
    const start = await cursorNow();
    for (const subject of range(1, 5)) await send(subject);
    const first = await recent(`?n=2&after=${start}`);
    expect(subjects(first)).toEqual(["2", "1"]);
    expect(first.body).toMatchObject({ more: true, cursor: first.body.emails[0].id });
    const second = await recent(`?n=2&after=${first.body.cursor}`);
    expect(subjects(second)).toEqual(["4", "3"]);
    const third = await recent(`?n=2&after=${second.body.cursor}`);
    expect([subjects(third), third.body.more]).toEqual([["5"], undefined]);
  });

  it("a response says how many were evicted unread, each once", async () => {
    const start = await cursorNow();
    for (const subject of range(1, 14)) await send(subject);
    const first = await recent(`?n=4&after=${start}`);
    expect([subjects(first), first.body.missed, first.body.more]).toEqual([["8", "7", "6", "5"], 4, true]);
    const second = await recent(`?after=${first.body.cursor}`);
    expect([subjects(second), second.body.missed]).toEqual([range(9, 14).reverse(), undefined]);
  });

  it("deleted messages are not counted as missed", async () => {
    const start = await cursorNow();
    for (const subject of range(1, 3)) await send(subject);
    expect((await desk.call("DELETE", `mailbox/${box.id}/emails`)).status).toBe(200);
    const empty = await recent(`?after=${start}`);
    expect([subjects(empty), empty.body.missed]).toEqual([[], undefined]);
    await send("4");
    expect(subjects(await recent(`?after=${empty.body.cursor}`))).toEqual(["4"]);
    const last = await recent(`?after=${start}`);
    expect([subjects(last), last.body.missed]).toEqual([["4"], undefined]);
  });
});

describe("with `lookback`", () => {
  it("with `lookback`, only messages of the last seconds are returned, and the cursor continues from there", async () => {
    await send("old");
    now += 60_000;
    await send("new");
    now += 1_000;
    expect(subjects(await recent("?lookback=1"))).toEqual(["new"]);
    expect(subjects(await recent("?lookback=61"))).toEqual(["new", "old"]);
    expect(subjects(await recent("?lookback=0"))).toEqual([]);
    const none = await recent("?lookback=0.5");
    expect(subjects(none)).toEqual([]);
    await send("next");
    expect(subjects(await recent(`?after=${none.body.cursor}`))).toEqual(["next"]);
  });

  it("a wait returns the next mail", async () => {
    await send("old");
    now += 60_000;
    const answer = recent("?lookback=10&wait=20");
    await expect.poll(held).toBe(1);
    await send("new");
    expect(subjects(await answer)).toEqual(["new"]);
  });

  it.each(["lookback=3601", "lookback=-1", "lookback=x", "lookback=1&after=000000001m3t9k1w7", "full=yes", "to="])(
    "%s is rejected",
    async (query) => {
      expect(await recent(`?${query}`)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    },
  );
});

describe("with `to`", () => {
  it("an unescaped plus in the address works, although a query decodes it as a space", async () => {
    for (const tag of ["a", "b", "b+c"]) await send(tag, tag);
    expect(subjects(await recent("?to=Signup+b@desk.example.com"))).toEqual(["b"]);
    expect(subjects(await recent("?to=signup+b+c@desk.example.com"))).toEqual(["b+c"]);
  });

  it("with `to`, only that address's mails are returned, in any letter case, and the cursor skips the others", async () => {
    const start = await cursorNow();
    await send("1", "a");
    await send("2", "b");
    const answer = await recent(`?${to("A")}&after=${start}`);
    expect(subjects(answer)).toEqual(["1"]);
    expect(subjects(await recent(`?after=${answer.body.cursor}`))).toEqual([]);
  });

  it("a mail to several aliases is stored once for each", async () => {
    const id = box.id;
    const recipients = ["signup+a@desk.example.com", "signup+b@desk.example.com", "SIGNUP+A@desk.example.com"];
    await desk.server.services.mail.receive(
      recipients.map((recipient) => ({ id, recipient })),
      { subject: "both", sender: "s@shop.test", body: "text" },
    );
    expect(subjects(await recent())).toEqual(["both", "both"]);
    expect(subjects(await recent(`?${to("b")}`))).toEqual(["both"]);
  });

  it("a wait with `to` is not ended by other mail, and gets its own even if ten later ones evicted it", async () => {
    const answer = recent(`?${to("mine")}&wait=20&full=true`);
    await expect.poll(held).toBe(1);
    for (const subject of range(1, 12)) await send(subject, "other");
    expect(held()).toBe(1);
    // In one turn of the loop, so that the reader looks only when ten more have passed.
    await Promise.all([send("own", "mine"), ...range(1, 12).map((subject) => send(subject, "other"))]);
    const { body } = await answer;
    expect(body.emails).toMatchObject([{ subject: "own", body: "A text." }]);
    expect(body.missed).toBeUndefined();
    expect(subjects(await recent())).not.toContain("own");
  });

  it("a mail that arrives between two requests of one reader is returned by the second", async () => {
    const mark = await recent(`?${to("mine")}&n=1`);
    await send("own", "mine");
    for (const subject of range(1, 12)) await send(subject, "other");
    const answer = await recent(`?${to("mine")}&after=${mark.body.cursor}`);
    expect([subjects(answer), answer.body.missed]).toEqual([["own"], undefined]);
    expect(subjects(await recent(`?${to("mine")}&after=${answer.body.cursor}`))).toEqual([]);
  });
});

describe("with `full=true`", () => {
  it("with `full`, each row is the complete mail, with its links and codes", async () => {
    await deliver(desk, "signup", { body: "Your code is 481220. Or follow https://shop.test/verify?t=1" });
    expect((await recent("?full=true")).body.emails).toMatchObject([
      { links: [{ url: "https://shop.test/verify?t=1" }], codes: [{ value: "481220", kind: "one_time" }] },
    ]);
    await send("1");
    expect((await recent("?n=1&full=true")).body.emails).toMatchObject([
      { subject: "1", snippet: "A text.", body: "A text." },
    ]);
    expect((await recent("?full=false")).body.emails[0].body).toBeUndefined();
  });

  it("a response stops after 4 MiB, and its cursor continues after it", async () => {
    const start = await cursorNow();
    const body = "x".repeat(1_500_000);
    for (const subject of range(1, 5)) await deliver(desk, "signup", { subject, body });
    const first = await recent(`?full=true&after=${start}`);
    expect([subjects(first), first.body.more]).toEqual([["2", "1"], true]);
    const second = await recent(`?full=true&after=${first.body.cursor}`);
    expect([subjects(second), second.body.more]).toEqual([["4", "3"], true]);
    expect(subjects(await recent(`?full=true&after=${second.body.cursor}`))).toEqual(["5"]);
    expect(subjects(await recent("?full=true"))).toEqual(["5", "4"]);
  });
});

describe("SMS messages", () => {
  it("support `after`, `lookback` and `full` as mails do", async () => {
    const { token } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
    const read = (query: string) => desk.call("GET", `sms/recent?${query}`, { token });
    const { cursor } = (await read("")).body;
    for (const body of ["one", "two", "three"])
      await desk.call("POST", "sms/push", { token, body: { phone: "5550123456", sender: "SHOP", body } });
    const first = (await read(`after=${cursor}&n=2&full=true`)).body;
    expect(first).toMatchObject({ more: true, messages: [{ body: "two" }, { body: "one" }] });
    expect((await read(`after=${first.cursor}&full=true`)).body.messages).toMatchObject([{ body: "three" }]);
    now += 5_000;
    expect((await read("lookback=4")).body.messages).toEqual([]);
    expect((await read("lookback=5")).body.messages).toHaveLength(3);
  });
});
