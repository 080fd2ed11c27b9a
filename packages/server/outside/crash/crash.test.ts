import { expect, test } from "vitest";
import { createDurableRedis, makeFolder, startServer } from "../support/processes.ts";
import { expectWhole, readStored } from "../support/stored.ts";
import { createLedger } from "./ledger.ts";

/** Kills on each storage. `FRONTDESK_KILLS=150 npm run outside -- crash` makes 300 in all. */
const kills = Number(process.env.FRONTDESK_KILLS ?? 8);
const seed = Number(process.env.FRONTDESK_SEED ?? Date.now() % 1e6);
const flags = ["--free-mailboxes", "1000000"];
const lanes = 6;
/** A start and a look at everything take seconds on a machine that does other things, too. */
const timeout = 120_000 + kills * 60_000;
/** What is acknowledged between two kills, at most. */
const mostWork = 120;

test("a server on lmdb that is killed at any moment loses nothing that it acknowledged", { timeout }, async () => {
  const dir = `${makeFolder()}/data`;
  const acknowledged = await killOften(`lmdb:${dir}`, async () => expectWhole(await readStored(`lmdb:${dir}`)));
  console.log(`lmdb: ${acknowledged} acknowledged, ${kills} kills, 0 lost (FRONTDESK_SEED=${seed})`);
});

test("a server on Redis that is killed at any moment, with Redis, loses nothing that it acknowledged", {
  timeout,
}, async () => {
  const redis = await createDurableRedis();
  const acknowledged = await killOften(
    redis.url,
    async () => expectWhole(await readStored(redis.url)),
    async (round) => {
      if (round % 3 !== 0) return;
      await redis.kill();
      await redis.start();
    },
  );
  console.log(`Redis: ${acknowledged} acknowledged, ${kills} kills, 0 lost (FRONTDESK_SEED=${seed})`);
});

async function killOften(storage: string, check: () => Promise<void>, kill = async (_round: number) => {}) {
  const random = createRandom(seed);
  const ledger = createLedger();
  for (let round = 1; round <= kills; round++) {
    const server = await startServer(storage, flags);
    await ledger.verify(server);
    const enough = ledger.afterMore(1 + Math.floor(random() * mostWork));
    const work = Array.from({ length: lanes }, (_, lane) => ledger.work(server, lane, random));
    const results = Promise.allSettled(work);
    // Six are under way at any time: the kill falls into the middle of them.
    await Promise.race([enough, results]);
    await Promise.all([server.kill("SIGKILL"), kill(round)]);
    for (const result of await results)
      if (result.status === "rejected" && String(result.reason).includes("AssertionError")) throw result.reason;
    await check();
    if (round % 25 === 0) console.log(`${round} kills, ${ledger.acknowledged()} acknowledged, 0 lost so far`);
  }
  const last = await startServer(storage, flags);
  await ledger.verify(last);
  await last.kill("SIGTERM");
  await check();
  expect(ledger.acknowledged()).toBeGreaterThan(kills);
  return ledger.acknowledged();
}

/** Numbers from 0 to 1 that come again with the same seed (a linear congruential generator's). */
function createRandom(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
