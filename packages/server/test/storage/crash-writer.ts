import { openStorage } from "../../src/storage/open-storage.ts";

// Run by crash.long.test.ts in a process of its own: commits until it is killed, and prints what was acknowledged.
const { kv } = await openStorage(process.argv[2] ?? "");
let next = 0;
const payload = "x".repeat(2_000);
await Promise.all(
  Array.from({ length: 8 }, async (_, lane) => {
    for (;;) {
      const n = next++;
      await kv.commit([
        [`body:${n}`, { n, payload }],
        [`index:${n}`, { n }],
        [`latest:${lane}`, { n }],
        [`latest-too:${lane}`, { n }],
      ]);
      process.stdout.write(`${n}\n`);
    }
  }),
);
