import { beforeEach, expect, test, vi } from "vitest";
import { createServerLog } from "../../src/cli/log.ts";
import { runFrontdesk } from "../../src/cli/run.ts";
import { waitUntilStopped } from "../../src/cli/stop.ts";
import { openServer } from "../../src/server.ts";
import { version } from "../../src/version.ts";

vi.mock("../../src/cli/log.ts");
vi.mock("../../src/cli/stop.ts");
vi.mock("../../src/server.ts");

/** What happens, in its order. */
let steps: unknown[];
const note =
  (what: string) =>
  (...details: unknown[]) =>
    void steps.push([what, ...details]);

beforeEach(() => {
  steps = [];
  vi.mocked(createServerLog)
    .mockReset()
    .mockReturnValue({ info: note("info"), warn: note("warn"), error: note("error") } as never);
  vi.mocked(waitUntilStopped).mockReset().mockResolvedValue();
  vi.mocked(openServer).mockReset();
});

const addresses = { url: "http://localhost:8787", smtp: null, admin: null, providers: null };

/** A server that reports each step, in a turn of its own. */
function setServer({ warnings = [] as string[], listenError = null as Error | null } = {}) {
  const takeTurn = (what: string) => async () => {
    await new Promise(setImmediate);
    steps.push(what);
  };
  const server = {
    key: "svcagt_first",
    storage: "memory:",
    warnings,
    services: { options: { mailDomain: "desk.example.com" }, accounts: { findByName: async () => null } },
    async listen() {
      await takeTurn("listening")();
      if (listenError) throw listenError;
      return addresses;
    },
    close: takeTurn("closed"),
    confirmKey: takeTurn("key confirmed"),
  };
  vi.mocked(openServer).mockResolvedValue(server as never);
  return server;
}

const serve = (argv: string[], env: Record<string, string> = {}) =>
  runFrontdesk(["serve", ...argv], {
    env,
    out: note("out"),
    err: note("err"),
    isInteractive: false,
    ask: async () => null,
  });

const started = ["info", "Frontdesk started", { version, ...addresses, storage: "memory:" }];
const stopped = ["info", "Frontdesk stopped"];

test("the first key counts as shown only once it is printed, and the program ends when the server has stopped", async () => {
  const server = setServer();
  let stop = () => {};
  vi.mocked(waitUntilStopped).mockReturnValue(
    new Promise((resolve) => {
      stop = resolve;
    }),
  );
  const ended = serve(["--storage", "memory:", "--json"]);
  await vi.waitFor(() => expect(steps).toContainEqual(started));
  const line = JSON.stringify({ ready: true, ...addresses, key: "svcagt_first" });
  expect(steps).toEqual(["listening", ["out", line], "key confirmed", started]);
  expect(vi.mocked(waitUntilStopped).mock.lastCall?.[0]).toBe(server);
  stop();
  expect(await ended).toBe(0);
  expect(steps.at(-1)).toEqual(stopped);
});

test("without --json the lines for a person are printed before the key counts as shown", async () => {
  setServer();
  expect(await serve(["--storage", "memory:"])).toBe(0);
  expect(steps).toEqual([
    "listening",
    ["out", expect.stringMatching(/^Frontdesk is ready: API http:\/\/localhost:8787,/)],
    ["out", expect.stringMatching(/^First agent key .*: svcagt_first$/)],
    ["out", "export FRONTDESK_URL=http://localhost:8787 FRONTDESK_KEY=svcagt_first"],
    "key confirmed",
    started,
    stopped,
  ]);
});

test("a server whose port is taken is closed before the reason is told, and its first key is not used up", async () => {
  const details = { code: "EADDRINUSE", port: 8787, address: "127.0.0.1" };
  setServer({ listenError: Object.assign(new Error("in use"), details) });
  expect(await serve(["--storage", "memory:", "--port", "8787"])).toBe(1);
  const reason = expect.stringMatching(/^--port 8787: another program uses this port/);
  expect(steps).toEqual(["listening", "closed", ["err", reason]]);
});

test("warnings about the settings and about the storage are logged before the port opens", async () => {
  setServer({ warnings: ["The storage keeps nothing."] });
  await serve(["--storage", "memory:"], { FRONTDESK_PROT: "9000" });
  expect(steps.slice(0, 3)).toEqual([
    ["warn", expect.stringContaining("FRONTDESK_PROT")],
    ["warn", "The storage keeps nothing."],
    "listening",
  ]);
});

test("the server gets the settings and the log of the program, which also tells what stops it", async () => {
  setServer();
  await serve(["--storage", "memory:", "--port", "9000"]);
  const log = vi.mocked(createServerLog).mock.results[0]?.value;
  expect(vi.mocked(openServer).mock.lastCall?.[0]).toMatchObject({ storage: "memory:", port: 9000, log });
  vi.mocked(waitUntilStopped).mock.lastCall?.[1]?.onSignal?.("SIGTERM");
  expect(steps.at(-1)).toEqual(["info", "Frontdesk stopping", { signal: "SIGTERM" }]);
});
