import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { spawnSession } from "../../test/mcp/desk.ts";

const rounds = 5;
const calls = 200;
const starts = 9;
const nobody = { url: "http://127.0.0.1:9" };

interface Latency {
  p50: number;
  p99: number;
  /** Of a bare ping between the same calls: what this machine takes at the moment, whatever the tool does. */
  pingP99: number;
}

/** What a tool adds to the service's answer, in ms: calls over stdio against a service that answers at once. */
export async function measureCalls(): Promise<Latency> {
  const body = JSON.stringify({ success: true, mailboxes: [], limit: 5, used: 0 });
  const service = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const session = await spawnSession({ url: `http://127.0.0.1:${(service.address() as AddressInfo).port}` });
  const measured: Latency[] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const times: number[] = [];
    const pings: number[] = [];
    for (let count = 0; count < calls; count++) {
      times.push(await time(() => session.call("mailbox_list")));
      pings.push(await time(() => session.client.ping()));
    }
    if (round > 0) measured.push({ p50: share(times, 0.5), p99: share(times, 0.99), pingP99: share(pings, 0.99) });
  }
  await session.close();
  service.close();
  // A busy moment of the machine spoils a round, not the median of rounds.
  return {
    p50: median(measured.map(({ p50 }) => p50)),
    p99: median(measured.map(({ p99 }) => p99)),
    pingP99: median(measured.map(({ pingP99 }) => pingP99)),
  };
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const at = performance.now();
  await act();
  return performance.now() - at;
}

/** From spawning the bundle to the end of the handshake, in ms. */
export async function measureStart(): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < starts; count++) {
    const at = performance.now();
    const session = await spawnSession(nobody);
    times.push(performance.now() - at);
    await session.close();
  }
  return median(times);
}

/** From the end of its stdin to the end of the process, in ms; a client closes its transport when the process is gone. */
export async function measureExit(): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < starts; count++) {
    const session = await spawnSession(nobody);
    times.push(await time(() => session.close()));
  }
  return median(times);
}

function median(values: number[]): number {
  return share(values, 0.5);
}

function share(values: number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1));
}
