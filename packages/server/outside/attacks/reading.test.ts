import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { firstReply, LATEST, openBed } from "./bed.ts";
import { beginMail, endMail } from "./smtp-sender.ts";

/** Milliseconds in which another account's mail gets its 250 beside an attack, on a machine of usual pace. */
const LONGEST = 500;

const page = "Subject: Page\r\nContent-Type: text/html\r\n\r\n";
const fill = (piece: string, bytes: number) => piece.repeat(bytes / piece.length);
const slow = page + fill("<p>x</p>\r\n", 190_000);
const small = page + fill("<p>x</p>\r\n", 7_800);
const row =
  '<tr><td style="color:#333;padding:4px"><a href="https://shop.test/order?id=1">Your order</a></td></tr>\r\n';
const ordinary = `${page}${fill(row, 15_000)}<p>Your code is 482913.</p>`;

let bed: Awaited<ReturnType<typeof openBed>>;
let token = "";
beforeAll(async () => {
  bed = await openBed();
  for (const name of ["ann", "cat", "dan", "bob", "eve"]) {
    const { body } = await bed.api("POST", "mailbox/register", { name });
    if (name === "bob") ({ token } = (body as { mailbox: { token: string } }).mailbox);
  }
  // A server that has just begun compiles its code at the first mails, and loads its words for codes at the first read.
  for (let turn = 0; turn < 20; turn++) for (const mail of [ordinary, small]) await sendOne(mail, warmUp);
  for (let turn = 0; turn < 5; turn++) await sendOne(slow, warmUp);
  await bed.api("GET", "mail/recent?full=true", undefined, token);
});

afterEach(() => bed.clear());
afterAll(() => bed?.close());

/** Connections that have sent all but the message itself. */
async function open(count: number, { from = 1, to = ["ann"], senders = 1 } = {}): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const sender = await bed.dial(bed.smtpPort, `127.0.4.${1 + (at % from)}`);
      await firstReply(sender);
      await beginMail(sender, to[at % to.length], `a${at % senders}@b.test`);
      return sender;
    }),
  );
}

interface Route {
  /** IP address of the sender. */
  from?: string;
  to?: string;
}

/** For mails that must be charged to neither side of an attack, because a mailbox or network that has used much time waits longer. */
const warmUp: Route = { from: "127.0.6.1", to: "eve" };

/** Milliseconds from a mail's last byte to its 250. */
async function sendOne(mail: string, { from = "127.0.5.1", to = "bob" }: Route = {}): Promise<number> {
  const sender = await bed.dial(bed.smtpPort, from);
  await firstReply(sender);
  await beginMail(sender, to);
  const begun = performance.now();
  await endMail(sender, mail);
  const took = performance.now() - begun;
  sender.destroy();
  return took;
}

async function worstOf(count: number, route: Route): Promise<number> {
  let worst = 0;
  for (let at = 0; at < count; at++) worst = Math.max(worst, await sendOne(ordinary, route));
  return worst;
}

interface Flood {
  count: number;
  /** IP addresses. */
  from?: number;
  to?: string[];
  senders?: number;
  /** The other mail's IP address. */
  beside?: string;
}

test.each<[string, Flood]>([
  ["of one IP address to one mailbox", { count: 30 }],
  ["of one IP address, beside it the same one", { count: 30, beside: "127.0.4.1" }],
  ["of one IP address over many connections", { count: 150 }],
  ["of one IP address, many senders", { count: 30, senders: 30 }],
  ["of one IP address to three mailboxes", { count: 30, to: ["ann", "cat", "dan"] }],
  ["of many IP addresses to one mailbox", { count: 30, from: 30 }],
])("mails that are slow to read %s hold up nobody else's", async (what, { count, beside, ...options }) => {
  const alone = await worstOf(10, warmUp);
  let worst = 0;
  const late = await bed.endure(`${count} slow mails ${what}`, async () => {
    const attack = (await open(count, options)).map((sender) => endMail(sender, slow));
    let isOver = false;
    const over = Promise.all(attack).then(() => {
      isOver = true;
    });
    for (let at = 0; at < 10 || !isOver; at++) {
      worst = Math.max(worst, await sendOne(ordinary, beside === undefined ? {} : { from: beside }));
      // As an account that has its codes now and then.
      await pause(100);
    }
    await over;
    const { body } = await bed.api("GET", "mail/recent?full=true", undefined, token);
    for (const mail of (body as { emails: { body: string }[] }).emails) expect(mail.body).toContain("482913");
  });
  console.log(`${what}: at most ${Math.round(worst)} ms, alone ${Math.round(alone)} ms`);
  // A mail takes several turns of the event loop, each of which a busy machine delays as it does the process beside it.
  expect(worst).toBeLessThan(LONGEST * bed.pace + 10 * late);
});

test("a burst of sixty small mails does not block the event loop", async () => {
  const senders = await open(60);
  await bed.endure(
    "60 small mails at once",
    () => Promise.all(senders.map((sender) => endMail(sender, small))),
    LATEST,
  );
});

const many = "Content-Type: multipart/mixed; boundary=b\r\n\r\n";
const fields = `--b\r\nX-a: b\r\n${fill("c:\r\n", 100_000)}\r\nx\r\n`;
test.each([
  ["bare line feeds", `Subject: x\n\n${fill("\n", 10 * 2 ** 20)}`],
  ["lines of one letter", `Subject: x\r\n\r\n${fill("a\r\n", 10 * 2 ** 20)}`],
  ["a folded header", `Subject: x\r\n${fill(" a\r\n", 10 * 2 ** 20)}`],
  ["stuffed dots", `Subject: x\r\n\r\n${fill("..\r\n", 10 * 2 ** 20)}`],
  ["header fields", `${many}${fields.repeat(20)}--b\r\nContent-Type: text/html\r\n\r\n${fill("<p>x</p>\r\n", 10_000)}`],
])("10 MB of %s are no long turn of the event loop", async (what, mail) => {
  const [sender] = await open(1);
  await bed.endure(`10 MB of ${what}`, () => endMail(sender!, mail), LATEST);
});

test("10 MB of dot-stuffed lines cost no more than other lines", async () => {
  const timeOf = async (line: string) => {
    const [sender] = await open(1);
    const begun = performance.now();
    await endMail(sender!, `Subject: x\r\n\r\n${fill(line, 10 * 2 ** 20)}`);
    return performance.now() - begun;
  };
  const letters = await timeOf("ab\r\n");
  const dots = await timeOf("..\r\n");
  console.log(`10 MB of stuffed dots: ${Math.round(dots)} ms, of letters: ${Math.round(letters)} ms`);
  expect(dots).toBeLessThan(4 * letters);
});
