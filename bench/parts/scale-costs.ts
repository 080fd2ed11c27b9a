// Fills two stores through the server's own services and measures the same operations on both in turns.
import { type OpenServer, openServer } from "../../packages/server/src/server.ts";
import { median } from "../measure.ts";

export interface ScaleSizes {
  small: number;
  big: number;
  /** Operations of each kind on each store. */
  samples: number;
  smallStorage: string;
  bigStorage: string;
}
/** Median milliseconds of one operation. */
export type ScaleCosts = Record<"register" | "deliver" | "read", { small: number; big: number }>;

const { small, big, samples, smallStorage, bigStorage } = JSON.parse(process.argv[2] ?? "") as ScaleSizes;
/** Registering is one at a time within an account, so the store is filled over many. */
const accounts = 500;
const mail = { subject: "123456 is your code", sender: "Shop <no-reply@bench.localhost>", body: "Your code: 123456\n" };

const stores = {
  small: await fill(smallStorage, small),
  big: await fill(bigStorage, big),
};
const costs: ScaleCosts = {
  register: await compare((store, round) => store.register(`new${round}`)),
  deliver: await compare((store) => store.deliver()),
  read: await compare((store) => store.read()),
};
await Promise.all([stores.small.server.close(), stores.big.server.close()]);
console.log(JSON.stringify(costs));
process.exit(0);

async function fill(directory: string, count: number) {
  const server = await openServer({ storage: `lmdb:${directory}`, smtp: false });
  const { mailboxes, mail: inbox } = server.services;
  const owners = await makeAccounts(server);
  const ids: string[] = [];
  let taken = 0;
  const start = performance.now();
  await Promise.all(
    owners.map(async (owner) => {
      while (taken < count) {
        const number = taken++;
        ids.push((await mailboxes.register(owner, `box${number}`, unlimited)).id);
        if (number % 100_000 === 99_999)
          console.error(`  ${number + 1} mailboxes after ${((performance.now() - start) / 1000).toFixed(0)} s`);
      }
    }),
  );
  const owner = owners[0] as string;
  const filled: string[] = [];
  const any = (from: string[]) => from[Math.floor(Math.random() * from.length)] as string;
  return {
    server,
    register: (name: string) => mailboxes.register(owner, name, unlimited),
    async deliver() {
      const id = any(ids);
      filled.push(id);
      await inbox.receive([{ id, recipient: "box@desk.example.com" }], mail);
    },
    read: () => inbox.read(any(filled), { count: 10 }),
  };
}

async function makeAccounts({ services }: OpenServer): Promise<string[]> {
  const owners: string[] = [];
  for (let index = 0; index < accounts; index++) {
    const { id } = await services.accounts.create(`owner${index}`, { extra_mailboxes: "unlimited" });
    owners.push(id);
  }
  return owners;
}

async function unlimited(): Promise<null> {
  return null;
}

type Store = Awaited<ReturnType<typeof fill>>;

async function compare(operation: (store: Store, round: number) => Promise<unknown>) {
  const times = { small: [] as number[], big: [] as number[] };
  const warmUp = Math.ceil(samples / 10);
  for (let round = 0; round < warmUp + samples; round++) {
    for (const size of ["small", "big"] as const) {
      const start = performance.now();
      await operation(stores[size], round);
      if (round >= warmUp) times[size].push(performance.now() - start);
    }
  }
  return { small: median(times.small), big: median(times.big) };
}
