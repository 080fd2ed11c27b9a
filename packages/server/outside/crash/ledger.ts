import { createConnection, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { bootstrapKey, headersOf, type Running } from "../support/processes.ts";

/** One mailbox as the server acknowledged it. What was asked and not answered may have happened or not. */
interface Box {
  name: string;
  id: string;
  token: string;
  /** Numbers of the mails that were sent, oldest first, and whether each got its 250. */
  mails: { number: number; acknowledged: boolean }[];
  /** Asked for and not answered. */
  unsure: Set<"rotate" | "remove">;
}

/** Delivers a mail over HTTP. Rejects unless it was acknowledged. */
async function pushMail(server: Running, to: string, subject: string): Promise<void> {
  const response = await fetch(`${server.url}/svc-api/mail/push?to=${to}`, {
    method: "POST",
    headers: { ...headersOf(bootstrapKey), "content-type": "message/rfc822" },
    body: `From: bank@example.com\r\nSubject: ${subject}\r\n\r\nYour code is 1.\r\n`,
  });
  expect(response.status).toBe(200);
  await response.text();
}

/** Delivers a mail through a provider's API. Rejects unless it was acknowledged. */
async function sendAsApp(server: Running, to: string, subject: string): Promise<void> {
  const response = await fetch(`${server.url}/as/resend/emails`, {
    method: "POST",
    headers: headersOf(`re_${bootstrapKey}`),
    body: JSON.stringify({ from: "bank@example.com", to, subject, text: "Your code is 1." }),
  });
  expect(response.status).toBe(200);
  await response.text();
}

/** All that a server acknowledged, over all its lives, and the work that makes more of it. */
export function createLedger() {
  const boxes = new Map<string, Box>();
  const removed = new Map<string, string>();
  const dead = new Set<string>();
  /** `before`: how many were acknowledged when this one was sent. */
  let texts: { number: number; acknowledged: boolean; before: number }[] = [];
  let acknowledgedTexts = 0;
  let sms: { token: string } | null = null;
  let number = 0;
  let acknowledged = 0;
  let wanted = 0;
  let reached = () => {};

  const call = async (server: Running, method: string, path: string, token: string, body?: object) => {
    const init = { method, headers: headersOf(token), ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(`${server.url}/svc-api/${path}`, init);
    // Tests look at many shapes.
    // biome-ignore lint/suspicious/noExplicitAny: openapi.yaml is held elsewhere
    return { status: answer.status, body: (await answer.json()) as any };
  };

  /** One line of work, until the server is gone. Each has mailboxes of its own, so the order of its mails is known. */
  async function work(server: Running, lane: number, random: () => number): Promise<void> {
    const smtp = await dial(server.smtpPort);
    for (;;) {
      const own = [...boxes.values()].filter(({ name }) => name.startsWith(`lane${lane}-`));
      const box = own[Math.floor(random() * own.length)];
      const what = random();
      if (!box || own.length < 3 || what < 0.05) await register(`lane${lane}-${number++}`);
      else if (what < 0.8) await mail(box);
      else if (what < 0.88) await push();
      else if (what < 0.96) await rotate(box);
      else await remove(box);
      if (++acknowledged === wanted) reached();
    }

    async function register(name: string) {
      const { status, body } = await call(server, "POST", "mailbox/register", bootstrapKey, { name });
      expect([200, 409]).toContain(status);
      if (status === 200) boxes.set(name, { ...body.mailbox, mails: [], unsure: new Set() });
    }

    async function mail(box: Box) {
      const entry = { number: number++, acknowledged: false };
      box.mails.push(entry);
      const [to, subject] = [`${box.name}@desk.example.com`, `mail ${entry.number}`];
      // All entrances at random: by SMTP, over HTTP and through a provider's API.
      const entrance = random();
      if (entrance < 0.4) await smtp.send(to, subject);
      else if (entrance < 0.7) await pushMail(server, to, subject);
      else await sendAsApp(server, to, subject);
      entry.acknowledged = true;
    }

    async function push() {
      if (sms === null) return;
      const entry = { number: number++, acknowledged: false, before: acknowledgedTexts };
      texts.push(entry);
      const body = { phone: "5550123456", sender: "Bank", body: `text ${entry.number}` };
      expect((await call(server, "POST", "sms/push", sms.token, body)).status).toBe(200);
      entry.acknowledged = true;
      acknowledgedTexts++;
    }

    async function rotate(box: Box) {
      box.unsure.add("rotate");
      const { body } = await call(server, "POST", `mailbox/${box.id}/token`, bootstrapKey);
      box.unsure.delete("rotate");
      dead.add(box.token);
      box.token = body.mailbox.token;
    }

    async function remove(box: Box) {
      box.unsure.add("remove");
      expect((await call(server, "DELETE", `mailbox/${box.id}`, bootstrapKey)).status).toBe(200);
      boxes.delete(box.name);
      removed.set(box.name, box.token);
    }
  }

  /** Holds a server to all that was acknowledged, and takes note of what happened of the rest. */
  async function verify(server: Running): Promise<void> {
    const { body } = await call(server, "GET", "mailbox/list", bootstrapKey);
    const listed = new Map<string, Box>(body.mailboxes.map((record: Box) => [record.name, record]));
    expect(body.used).toBe(listed.size);
    for (const box of [...boxes.values()]) {
      const record = listed.get(box.name);
      if (!record && box.unsure.has("remove")) {
        boxes.delete(box.name);
        removed.set(box.name, box.token);
        continue;
      }
      expect(record, `mailbox ${box.name} is lost`).toBeDefined();
      if (box.unsure.has("rotate") && record!.token !== box.token) dead.add(box.token);
      else expect(record!.token).toBe(box.token);
      box.token = record!.token;
      box.unsure.clear();
      const recent = await call(server, "GET", "mail/recent", box.token);
      expect(recent.status).toBe(200);
      const there = recent.body.emails.map(({ subject }: { subject: string }) => Number(subject.slice(5))).reverse();
      expectKept(there, box.mails, box.name);
    }
    // What was registered without an answer is there by right; whoever comes next takes it up.
    for (const [name, record] of listed)
      if (!boxes.has(name)) boxes.set(name, { ...record, mails: [], unsure: new Set() });
    for (const [name, token] of [...removed].slice(-20)) {
      expect((await call(server, "GET", "mail/recent", token)).status).toBe(401);
      expect((await call(server, "GET", `mailbox/check?name=${name}`, bootstrapKey)).body.available).toBe(true);
    }
    for (const token of [...dead].slice(-20))
      expect((await call(server, "GET", "mail/recent", token)).status).toBe(401);
    sms ??= (await call(server, "POST", "sms/register", bootstrapKey)).body.sms_token;
    const recent = await call(server, "GET", "sms/recent", sms!.token);
    const bodies = recent.body.messages.map(({ snippet }: { snippet: string }) => Number(snippet.slice(5))).reverse();
    // Ten are kept. Several lines push at once: all that were not acknowledged before one was sent may have come after it.
    for (const { number: sent, acknowledged: isKept, before } of texts)
      if (isKept && texts.length - before - 1 < 10) expect(bodies).toContain(sent);
    texts = bodies.map((kept: number, at: number) => ({ number: kept, acknowledged: true, before: at }));
    acknowledgedTexts = texts.length;
  }

  /** Resolves when so much more was acknowledged. */
  function afterMore(count: number): Promise<void> {
    wanted = acknowledged + count;
    return new Promise((resolve) => {
      reached = resolve;
    });
  }

  return { work, verify, afterMore, acknowledged: () => acknowledged };
}

/** The latest ten of what was sent, in order, without a hole where something was acknowledged. */
function expectKept(there: number[], sent: Box["mails"], name: string): void {
  expect([...there].sort((a, b) => a - b)).toEqual(there);
  const first = there.length < 10 ? Number.NEGATIVE_INFINITY : there[0]!;
  const lost = sent.filter((mail) => mail.acknowledged && mail.number >= first && !there.includes(mail.number));
  expect(lost, `mails of ${name} are lost`).toEqual([]);
  const known = new Set(sent.map((mail) => mail.number));
  expect(there.filter((kept) => sent.length > 0 && !known.has(kept))).toEqual([]);
}

/** An SMTP client that hears of each reply. */
async function dial(port: number) {
  const socket: Socket = createConnection(port, "127.0.0.1");
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  socket.on("error", () => {});
  const reply = async (code: string) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("The connection ended");
      if (value[3] === "-") continue;
      if (!value.startsWith(code)) throw new Error(`Expected ${code}: ${value}`);
      return;
    }
  };
  await reply("220");
  socket.write("EHLO client\r\n");
  await reply("250");
  return {
    async send(to: string, subject: string) {
      socket.write(`MAIL FROM:<shop@example.com>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
      await reply("250");
      await reply("250");
      await reply("354");
      socket.write(`Subject: ${subject}\r\n\r\nYour code is 481220.\r\n.\r\n`);
      await reply("250");
    },
  };
}
