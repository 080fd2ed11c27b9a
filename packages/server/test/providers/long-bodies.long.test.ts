import { expect, test } from "vitest";
import { mapInTurns, toSmallChunks } from "../../src/providers/small-chunks.ts";
import { openBed } from "./bed.ts";
import { toMultipart } from "./cases.ts";

const mail = { from: "a@shop.example", to: "signup@desk.example.com", subject: "x", text: "x" };
const long = "é".repeat(300_000);

test.each([{ subject: long }, { headers: { "X-A": long } }, { to: `${long} <signup@desk.example.com>` }])(
  "rejects a mail whose header would be long: %#",
  async (fields) => {
    const { post, received } = await openBed("resend");
    expect((await post(JSON.stringify({ ...mail, ...fields }))).status).toBe(413);
    expect(await received()).toEqual([]);
  },
);

test("rejects long headers of a form, and a form of too many fields", async () => {
  const { post } = await openBed("mailgun");
  expect((await post(toMultipart({ ...mail, "h:X-A": long }))).status).toBe(413);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect((await post("a&".repeat(500_000), { headers })).status).toBe(413);
  const fields = new URLSearchParams(mail).toString();
  const send = (count: number) => post(fields + "&v:x=1".repeat(count - Object.keys(mail).length), { headers });
  expect([(await send(2_000)).status, (await send(2_001)).status]).toEqual([200, 413]);
});

test("gives other requests turns while it reads a body that came at once", async () => {
  const { post } = await openBed("resend");
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await post(Buffer.from(JSON.stringify({ ...mail, attachments: [{ content: "x".repeat(30_000_000) }] })));
  isRunning = false;
  expect(turns).toBeGreaterThan(100);
});

test("a text of more than 1 MiB fits into a multipart form, and not into a URL-encoded one, which is parsed at once", async () => {
  const { post } = await openBed("mailgun");
  const fields = { ...mail, text: "x".repeat(1024 * 1024 + 1) };
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect((await post(new URLSearchParams(fields).toString(), { headers })).status).toBe(413);
  expect((await post(toMultipart(fields))).status).toBe(200);
});

test("a mail of the largest size by SMTP fits, although base64 makes it longer by a third", async () => {
  const { post } = await openBed("resend", { smtpMaxSize: 30_000 });
  const send = (bytes: number) =>
    post(JSON.stringify({ ...mail, attachments: [{ filename: "a", content: "eHh4".repeat(bytes / 3) }] }));
  expect([(await send(29_400)).status, (await send(30_000)).status]).toEqual([200, 413]);
});

test("a text of a multipart form has at most 2 MiB", async () => {
  const { post } = await openBed("mailgun");
  const send = (length: number) => post(toMultipart({ ...mail, text: "x".repeat(length) }));
  expect([(await send(2 * 1024 * 1024)).status, (await send(2 * 1024 * 1024 + 1)).status]).toEqual([200, 413]);
});

test("a field of a multipart form has a name of at most 256 characters", async () => {
  const { post } = await openBed("mailgun");
  const send = (length: number) => post(toMultipart({ ...mail, ["n".repeat(length)]: "x" }));
  expect((await send(256)).status).toBe(200);
  expect(await send(257)).toMatchObject({ status: 413, body: { message: expect.stringContaining("name of a field") } });
});

const kibibyte = 1024;

/** Yields so many chunks in one turn of the event loop, as from a buffer. */
async function* readBuffered(count: number, bytes: number) {
  for (let index = 0; index < count; index++) yield new Uint8Array(bytes);
}

test.each([
  ["one chunk of 1 MiB", 1, 1024 * kibibyte],
  ["1,024 chunks of 1 KiB", 1024, kibibyte],
  ["16 chunks of 64 KiB", 16, 64 * kibibyte],
])("other requests have a turn every 256 KiB of %s", async (_what, count, bytes) => {
  let turns = 0;
  let isReading = true;
  /** Counts the turns of the event loop while the chunks are read. */
  function countTurn(): void {
    turns++;
    if (isReading) setImmediate(countTurn);
  }
  setImmediate(countTurn);
  let received = 0;
  for await (const chunk of toSmallChunks(readBuffered(count, bytes))) {
    received += chunk.byteLength;
    expect(chunk.byteLength).toBeLessThanOrEqual(64 * kibibyte);
  }
  isReading = false;
  expect(received).toBe(1024 * kibibyte);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test.each([
  ["html", (words: string) => `<p>${words}</p>`],
  ["text", (words: string) => words],
])("delivers a long %s in full", async (field, write) => {
  const { post, received } = await openBed("resend");
  const body = `Your code is 369385. ${"word ".repeat(8_000)}end`;
  expect((await post(JSON.stringify({ ...mail, text: undefined, [field]: write(body) }))).status).toBe(200);
  expect(await received()).toMatchObject([{ body, codes: [{ value: "369385" }] }]);
});

test("other requests have a turn after each item of a list that is converted", async () => {
  const events: string[] = [];
  const results = await mapInTurns(["a", "b"], (item, index) => {
    events.push(`${item} ${index}`);
    setImmediate(() => events.push(`turn after ${item}`));
    return item.toUpperCase();
  });
  expect(results).toEqual(["A", "B"]);
  expect(events).toEqual(["a 0", "turn after a", "b 1", "turn after b"]);
});
