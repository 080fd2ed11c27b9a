import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openServer } from "../../src/server.ts";
import { bootstrapKey, headersOf } from "../support/processes.ts";

/** `FRONTDESK_MAILBOXES=100000 npm run outside -- interleave` for the figure in docs/contributing/how-it-is-tested.md. */
const mailboxes = Number(process.env.FRONTDESK_MAILBOXES ?? 20_000);
const asker = fileURLToPath(new URL("asker.mjs", import.meta.url));

test("a list of any length is read while other requests are answered", async () => {
  const noLimits = { requestsPerKey: 0, requestsPerAccount: 0, freeMailboxes: 1_000_000 };
  await using server = await openServer({ storage: "memory:", smtp: false, port: 0, bootstrapKey, ...noLimits });
  const account = (await server.services.accounts.findByName("default"))!;
  for (let index = 0; index < mailboxes; index++)
    await server.services.mailboxes.register(account.id, `box${index}`, async () => null);
  const { url } = await server.listen();
  // In a process of its own, whose turns the list does not take.
  const child = spawn(process.execPath, [asker, url, bootstrapKey], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const start = performance.now();
  const answer = await fetch(`${url}/svc-api/mailbox/list`, { headers: headersOf(bootstrapKey) });
  const { length } = await answer.arrayBuffer().then(({ byteLength }) => ({ length: byteLength }));
  const took = performance.now() - start;
  child.stdin.end();
  const { count, p50, p99 } = JSON.parse(String((await once(child.stdout, "data"))[0]));
  console.log(
    `${mailboxes} mailboxes, ${(length / 2 ** 20).toFixed(1)} MiB in ${took.toFixed(0)} ms; ${count} other requests meanwhile, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
  // A list read in one go would let through none, and hold the first up for as long as it takes.
  expect(count).toBeGreaterThan(mailboxes / 1_000);
  expect(p50).toBeLessThan(took / 4);
});
