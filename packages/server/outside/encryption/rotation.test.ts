import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { generateSecret } from "../../src/storage/encryption/secret.ts";
import {
  bootstrapKey,
  createDurableRedis,
  headersOf,
  makeFolder,
  type Running,
  startServer,
} from "../support/processes.ts";
import { expectAllReadable, flags, frontdesk, kills, startCommand, timeout } from "./commands.ts";
import { plantStrings } from "./strings.ts";

test("lmdb: a rotation that is killed at any moment leaves a store that opens", { timeout }, async () => {
  const data = join(makeFolder(), "data");
  const storage = `lmdb:${data}`;
  let server = await startServer(storage, flags);
  await plantStrings(server);
  for (let round = 0; round < kills; round++) {
    const before = readFileSync(`${data}.secret`, "utf8");
    const rotation = startCommand(["secret", "rotate", "--storage", storage]);
    await delay(Math.random() * rotationMs);
    await server.kill("SIGKILL");
    rotation.kill();
    server = await startServer(storage, flags);
    await expectAllReadable(server.url);
    expect(existsSync(`${data}.secret.new`)).toBe(false);
    frontdesk(["secret", "rotate", "--storage", storage]);
    expect(readFileSync(`${data}.secret`, "utf8")).not.toBe(before);
  }
  await server.kill("SIGTERM");
});

test("two servers on one Redis: rotations that are killed fail no request, and both servers go on", {
  timeout,
}, async () => {
  const redis = await createDurableRedis();
  const folder = makeFolder();
  let current = join(folder, "secret-0");
  writeFileSync(current, generateSecret(), { mode: 0o600 });
  const start = () => startServer(redis.url, flags, { FRONTDESK_SECRET_FILE: current });
  const servers = [await start(), await start()];
  await plantStrings(servers[0]!);
  for (let round = 1; round <= kills; round++) {
    const next = join(folder, `secret-${round}`);
    const requests = requestUntilStopped(servers.map(({ url }) => url));
    const rotate = ["secret", "rotate", "--new-secret-file", next];
    const env = { FRONTDESK_STORAGE: redis.url, FRONTDESK_SECRET_FILE: current };
    const rotation = startCommand(rotate, env);
    await delay(Math.random() * rotationMs);
    rotation.kill();
    frontdesk(rotate, env);
    // Each server is restarted with the new secret while the other one serves.
    current = next;
    const [first, second] = servers as [Running, Running];
    servers.splice(0, 2, await start(), await start());
    expect(await requests.stop()).toEqual([]);
    for (const server of [first, second]) await server.kill("SIGTERM");
    frontdesk(["secret", "rotate", "--finish"], { FRONTDESK_STORAGE: redis.url, FRONTDESK_SECRET_FILE: current });
    for (const { url } of servers) await expectAllReadable(url);
  }
  const former = join(folder, "secret-0");
  await expect(startServer(redis.url, flags, { FRONTDESK_SECRET_FILE: former })).rejects.toThrow(
    "ended before it was ready",
  );
});

/** About how long the command for a rotation runs, so that a kill falls into any part of it. */
const rotationMs = 1_200;

/** Sends requests to these servers all the time. `stop` resolves with those that failed. */
function requestUntilStopped(urls: readonly string[]) {
  let isStopped = false;
  const failures: string[] = [];
  const loop = async (url: string) => {
    while (!isStopped) {
      const name = `r${Math.random().toString(36).slice(2, 10)}`;
      const init = { method: "POST", headers: headersOf(bootstrapKey), body: JSON.stringify({ name }) };
      const registered = await fetch(`${url}/svc-api/mailbox/register`, init);
      const { mailbox } = (await registered.json()) as { mailbox: { id: string; token: string } };
      if (registered.status !== 200) failures.push(`register: ${registered.status}`);
      // Read by the other server, which may not have the newest data key yet.
      const other = urls.find((candidate) => candidate !== url) ?? url;
      const read = await fetch(`${other}/svc-api/mail/recent`, { headers: headersOf(mailbox.token) });
      if (read.status !== 200) failures.push(`read: ${read.status}`);
      const removed = await fetch(`${url}/svc-api/mailbox/${mailbox.id}`, {
        method: "DELETE",
        headers: headersOf(bootstrapKey),
      });
      if (removed.status !== 200) failures.push(`delete: ${removed.status}`);
    }
  };
  const loops = urls.map((url) => loop(url).catch((error: unknown) => void failures.push(String(error))));
  return {
    async stop() {
      isStopped = true;
      await Promise.all(loops);
      return failures;
    },
  };
}
