import { beforeEach, expect, test, vi } from "vitest";
import { createPrinter } from "../../src/cli/printer.ts";
import { runTunnels } from "../../src/cli/run.ts";
import { TokenRefusedError, TunnelOptionsError } from "../../src/client/errors.ts";
import type { TunnelOptions } from "../../src/client/options.ts";
import type { Tunnel, TunnelEnd } from "../../src/client/tunnel.ts";

const bed = vi.hoisted(() => ({
  opened: [] as { options: TunnelOptions; recorder: unknown }[],
  inspectors: [] as { port: number; closed: number }[],
  open: async (_port: number): Promise<unknown> => undefined,
  isPortTaken: false,
}));
vi.mock("../../src/client/open-tunnel.ts", () => ({
  async openObservedTunnel(options: TunnelOptions, recorder: unknown) {
    bed.opened.push({ options, recorder });
    return bed.open(options.port);
  },
}));
vi.mock("../../src/inspector/server.ts", () => ({
  async startInspector({ port }: { port: number }) {
    if (bed.isPortTaken) throw new Error("no port is free");
    const inspector = { port, closed: 0 };
    bed.inspectors.push(inspector);
    const close = async () => {
      // A server takes a moment to close.
      await new Promise(setImmediate);
      inspector.closed++;
    };
    return { url: `http://localhost:${port}`, close };
  },
}));

const url = "http://demo.test";
const endsBy = (end: TunnelEnd) => async () => ({ url, closed: Promise.resolve(end) }) as Tunnel;

beforeEach(() => {
  bed.opened.length = 0;
  bed.inspectors.length = 0;
  bed.open = endsBy({ type: "closed" });
  bed.isPortTaken = false;
});

async function start(
  ports: number[],
  { inspect = null as number | null, qr = false, signal = new AbortController().signal } = {},
) {
  const said: string[] = [];
  const printer = createPrinter({ isJson: false, out: (line) => said.push(line), err: (line) => said.push(line) });
  const tunnels = ports.map((port) => ({ token: "svc_a", port }));
  return { code: await runTunnels({ tunnels, printer, inspect, qr, signal }), said };
}

test.each<[TunnelEnd, number]>([
  [{ type: "closed" }, 0],
  [{ type: "replaced" }, 1],
  [{ type: "refused", error: new TokenRefusedError(url, "it was renewed") }, 1],
])("a tunnel that ends as %o gives the exit code %i, and closes its inspector", async (end, code) => {
  bed.open = endsBy(end);
  expect((await start([3000], { inspect: 0 })).code).toBe(code);
  expect(bed.inspectors).toEqual([{ port: 0, closed: 1 }]);
});

test("the command fails if one of several tunnels fails, once all have ended", async () => {
  let finish: (end: TunnelEnd) => void = () => {};
  const last = new Promise<TunnelEnd>((resolve) => (finish = resolve));
  bed.open = async (port) => {
    if (port === 3000) throw new TokenRefusedError(url, "it was renewed");
    return { url, closed: last };
  };
  let isOver = false;
  const running = start([3000, 3001], { inspect: 4_040 }).finally(() => (isOver = true));
  await vi.waitFor(() => expect(bed.inspectors.map(({ closed }) => closed)).toEqual([1, 0]));
  expect(isOver).toBe(false);
  finish({ type: "closed" });
  const { code, said } = await running;
  expect(code).toBe(1);
  expect(said).toContainEqual(expect.stringMatching(/^\[3000\] .*it was renewed/));
  expect(bed.inspectors.map(({ closed }) => closed)).toEqual([1, 1]);
});

test("several tunnels have inspectors on consecutive ports, or each on any free one", async () => {
  await start([3000, 3001, 3002], { inspect: 4_040 });
  expect(bed.inspectors.map(({ port }) => port)).toEqual([4_040, 4_041, 4_042]);
  bed.inspectors.length = 0;
  await start([3000, 3001], { inspect: 0 });
  expect(bed.inspectors.map(({ port }) => port)).toEqual([0, 0]);
  bed.inspectors.length = 0;
  await start([3000]);
  expect([bed.inspectors, bed.opened.at(-1)!.recorder]).toEqual([[], undefined]);
});

test("a wrong option of the last tunnel opens none", async () => {
  await expect(start([3000, 70_000], { inspect: 0 })).rejects.toThrow(TunnelOptionsError);
  expect([bed.opened, bed.inspectors]).toEqual([[], []]);
});

test("a signal before the tunnel is open is not a failure", async () => {
  const leave = new AbortController();
  bed.open = async () => {
    leave.abort();
    throw leave.signal.reason;
  };
  expect(await start([3000], { inspect: 0, signal: leave.signal })).toMatchObject({ code: 0 });
  expect(bed.inspectors).toEqual([{ port: 0, closed: 1 }]);
});

test("errors are reported, also before anything is open", async () => {
  bed.isPortTaken = true;
  expect(await start([3000], { inspect: 0 })).toEqual({ code: 1, said: ["no port is free"] });
  bed.open = async () => {
    throw new Error("no server");
  };
  expect(await start([3000])).toEqual({ code: 1, said: ["no server"] });
});

test("each request is printed, with a hint if an app rejects it", async () => {
  bed.open = async () => {
    const { options } = bed.opened.at(-1)!;
    options.onStatus!({ type: "online", url, resumed: false });
    options.onRequest!({
      method: "GET",
      path: "/",
      status: 403,
      ms: 1,
      appDown: false,
      headers: {},
      host: "demo.test",
      refusal: "",
    });
    return endsBy({ type: "closed" })();
  };
  expect((await start([3000])).said).toEqual([
    `Online at ${url}`,
    "GET    / 403 1 ms",
    expect.stringContaining("start with --host-header local"),
  ]);
});

test("after a reconnect with another URL, requests and the end are printed with that one", async () => {
  const ends: string[] = [];
  const printer = createPrinter({ isJson: true, out: (line) => ends.push(line), err: (line) => ends.push(line) });
  bed.open = async () => {
    const { options } = bed.opened.at(-1)!;
    options.onStatus!({ type: "online", url, resumed: false });
    options.onStatus!({ type: "online", url: "http://moved.test", resumed: false });
    return endsBy({ type: "replaced" })();
  };
  const { signal } = new AbortController();
  await runTunnels({ tunnels: [{ token: "svc_a", port: 3000 }], printer, inspect: null, qr: false, signal });
  expect(JSON.parse(ends.at(-1)!)).toMatchObject({ url: "http://moved.test" });
});

test("--qr prints a QR code once the tunnel is open", async () => {
  expect((await start([3000])).said).toEqual([]);
  expect((await start([3000], { qr: true })).said.join("")).toContain("▄");
});

test("any number of tunnels may listen for the end of the command, without a warning of Node", async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => void warnings.push(name);
  process.on("warning", onWarning);
  bed.open = async () => {
    bed.opened.at(-1)!.options.signal!.addEventListener("abort", () => {});
    return endsBy({ type: "closed" })();
  };
  await start(Array.from({ length: 12 }, (_, index) => 3_000 + index));
  await new Promise(setImmediate);
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});
