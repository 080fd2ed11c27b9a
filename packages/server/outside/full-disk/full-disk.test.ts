import { spawnSync } from "node:child_process";
import { Redis } from "ioredis";
import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import { openServer } from "../../src/server.ts";
import { bootstrapKey, createDurableRedis, headersOf } from "../support/processes.ts";
import { canMount, createSmallDisk } from "./small-disk.ts";

const mayMount = process.platform === "linux" && canMount();
if (!mayMount) console.warn("This user may mount nothing here, so no real disk is filled.");
const hasExt4 = spawnSync("mkfs.ext4", ["-V"]).status === 0;

interface Box {
  id: string;
  address: string;
  token: string;
}

/** A server on a storage, as those who use it see it. */
async function openDesk(storage: string) {
  const limits = { freeMailboxes: 1_000_000, requestsPerKey: 0, requestsPerAccount: 0 };
  const ports = { port: 0, smtpPort: 0 };
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message), error: console.error };
  const server = await openServer({ storage, bootstrapKey, ...ports, ...limits, log });
  const { url, smtp } = await server.listen();
  const transport = createTransport({
    host: "127.0.0.1",
    port: Number(smtp!.split(":").at(-1)),
    ignoreTLS: true,
    pool: true,
    maxMessages: 1e6,
  });
  const call = async (method: string, path: string, body?: object, token = bootstrapKey) => {
    const init = { method, headers: headersOf(token), ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(`${url}/svc-api/${path}`, init);
    // biome-ignore lint/suspicious/noExplicitAny: openapi.yaml is held elsewhere
    return { status: answer.status, body: (await answer.json()) as any };
  };
  return {
    call,
    warnings,
    register: async (name: string): Promise<Box> =>
      (await call("POST", "mailbox/register", { name })).body.mailbox ?? Promise.reject(new Error("not registered")),
    /** The code of the answer to the mail's end. */
    mail: ({ address }: Box, text: string): Promise<number> =>
      transport.sendMail({ from: "shop@example.com", to: address, subject: "Hello", text }).then(
        () => 250,
        ({ responseCode }: { responseCode: number }) => responseCode,
      ),
    health: async () => (await fetch(`${url}/healthz`)).status,
    async close() {
      transport.close();
      await server.close();
    },
  };
}

const large = "x".repeat(200_000);

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Mails until no more is taken; gives the last answer. */
async function mailUntilRefused(desk: Desk, boxes: Box[], text: string): Promise<number> {
  for (let index = 0; index < 2_000; index++) {
    const code = await desk.mail(boxes[index % boxes.length]!, `${text} ${index}`);
    if (code !== 250) return code;
  }
  return 250;
}

/** Registers until no more is taken, and holds the server to saying why. */
async function expectFull(desk: Desk): Promise<void> {
  for (let index = 0; ; index++) {
    const { status, body } = await desk.call("POST", "mailbox/register", { name: `more${count++}` });
    if (status === 200 && index < 5_000) continue;
    expect([status, body.code]).toEqual([503, "unavailable"]);
    expect(body.error).toContain("full");
    break;
  }
  expect(desk.warnings.join()).toContain("full");
  await expect.poll(desk.health).toBe(503);
}
let count = 0;

async function expectRoom(desk: Desk): Promise<void> {
  await expect.poll(desk.health).toBe(200);
  const box = await desk.register(`room${count++}`);
  expect(await desk.mail(box, "Your code is 481220.")).toBe(250);
  expect((await desk.call("GET", "mail/recent?full=true", undefined, box.token)).body.emails).toHaveLength(1);
}

const disks = [
  ["lmdb", "tmpfs"],
  ["lmdb", "ext4"],
  ["fs", "tmpfs"],
  ["fs", "ext4"],
] as const;

for (const [scheme, kind] of disks) {
  const skipped = !mayMount || (kind === "ext4" && !hasExt4);

  test.skipIf(skipped)(
    `${scheme}: on ${kind} filled by its own mail reports it, and has space again once mailboxes are deleted`,
    async () => {
      const disk = createSmallDisk(kind);
      const desk = await openDesk(`${scheme}:${disk.dir}/data`);
      const boxes: Box[] = [];
      for (let index = 0; index < 60; index++) boxes.push(await desk.register(`box${index}`));
      expect(await mailUntilRefused(desk, boxes, large)).toBe(452);
      await expectFull(desk);
      for (const { token } of boxes)
        for (const { id } of (await desk.call("GET", "mail/recent", undefined, token)).body.emails)
          expect((await desk.call("GET", `mail/message/${id}`, undefined, token)).status).toBe(200);
      for (const { id } of boxes.splice(0, 30)) expect((await desk.call("DELETE", `mailbox/${id}`)).status).toBe(200);
      await expectRoom(desk);
      // What made room once must be able to do so again.
      expect(await mailUntilRefused(desk, boxes, large)).toBe(452);
      await expectFull(desk);
      for (const { id } of boxes) expect((await desk.call("DELETE", `mailbox/${id}`)).status).toBe(200);
      const { mailboxes } = (await desk.call("GET", "mailbox/list")).body;
      await desk.close();
      const again = await openDesk(`${scheme}:${disk.dir}/data`);
      expect((await again.call("GET", "mailbox/list")).body.mailboxes).toEqual(mailboxes);
      await again.close();
    },
  );

  test.skipIf(skipped)(
    `${scheme}: on ${kind} filled by others deletes, and accepts mail once there is space`,
    async () => {
      const disk = createSmallDisk(kind);
      const desk = await openDesk(`${scheme}:${disk.dir}/data`);
      const boxes: Box[] = [];
      for (let index = 0; index < 40; index++) boxes.push(await desk.register(`box${index}`));
      for (const box of boxes) expect(await desk.mail(box, "x".repeat(3_000))).toBe(250);
      disk.fill();
      expect(await mailUntilRefused(desk, boxes, large)).toBe(452);
      await expectFull(desk);
      for (const { id } of boxes) expect((await desk.call("DELETE", `mailbox/${id}`)).status).toBe(200);
      disk.empty();
      await expectRoom(desk);
      await desk.close();
    },
  );
}

test("Redis without memory reports it, deletes, and accepts mail once there is memory", async () => {
  const redis = await createDurableRedis();
  const admin = new Redis(redis.url);
  const desk = await openDesk(redis.url);
  const boxes: Box[] = [];
  for (let index = 0; index < 40; index++) boxes.push(await desk.register(`box${index}`));
  for (const box of boxes) expect(await desk.mail(box, "x".repeat(3_000))).toBe(250);
  await admin.config("SET", "maxmemory", "1");
  expect(await desk.mail(boxes[0]!, "Your code is 481220.")).toBe(452);
  await expectFull(desk);
  for (const { id } of boxes) expect((await desk.call("DELETE", `mailbox/${id}`)).status).toBe(200);
  await admin.config("SET", "maxmemory", "0");
  await expectRoom(desk);
  await desk.close();
  admin.disconnect();
});
