import { openStorage } from "../../src/storage/open-storage.ts";

// Run by full-disk.test.ts in a process whose files may not grow beyond a limit. Prints one line of findings.
const { kv, close } = await openStorage(process.argv[2] ?? "");
const body = "x".repeat(200_000);
let stored = 0;
let failure: unknown = null;
while (failure === null && stored < 200) {
  const n = stored + 1;
  await kv
    .commit([
      [`body:${n}`, { body }],
      [`index:${n}`, { n }],
    ])
    .then(
      () => {
        stored = n;
      },
      (error: unknown) => {
        failure = error;
      },
    );
}
const half = [await kv.get(`body:${stored + 1}`), await kv.get(`index:${stored + 1}`)];
const last = await kv.get(`index:${stored}`);
await close();
console.log(JSON.stringify({ stored, failure: String(failure), half, last }));
