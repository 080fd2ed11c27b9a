import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buildServer } from "../src/serve/build-server.ts";
import { createState } from "../src/state/state.ts";
import { connectClient } from "./connect-client.ts";
import { readSettings } from "./read-settings.ts";

const key = "svcagt_TestTestTestTestTestTest1234";

beforeEach(() => {
  vi.useFakeTimers();
  // Time-outs by the clock of the test, too.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("too slow", "TimeoutError")), milliseconds);
    return controller.signal;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** A server that never responds. */
const send = (request: Request) =>
  new Promise<Response>((_resolve, reject) =>
    request.signal.addEventListener("abort", () => reject(request.signal.reason)),
  );

test("a mail that the server does not return within 10 s is not found", async () => {
  const logs: string[] = [];
  const server = buildServer({ ...createState(readSettings([], { FRONTDESK_KEY: key })), send }, (line) => {
    logs.push(line);
  });
  const onMessage = vi.fn();
  const say = await connectClient(server, onMessage);
  say({ id: 1, method: "resources/read", params: { uri: "frontdesk://mail/box/m1" } });
  await vi.advanceTimersByTimeAsync(9_990);
  expect(onMessage).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  const answers = onMessage.mock.calls.map(([message]) => message);
  expect(answers).toEqual([
    {
      jsonrpc: "2.0",
      id: 1,
      error: expect.objectContaining({ message: "Resource not found: frontdesk://mail/box/m1" }),
    },
  ]);
  expect(logs).toEqual([expect.stringMatching(/^A mail resource failed: /)]);
  await server.close();
});

test("the check of a server that does not respond ends after 10 s, with exit code 4", async () => {
  vi.stubGlobal("fetch", send);
  vi.stubEnv("FRONTDESK_KEY", key);
  const { argv } = process;
  process.argv = ["node", "frontdesk-mcp", "--check", "--url", "http://desk.test"];
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const loaded = import("../src/main.ts");
  // Loading takes real time.
  await vi.waitFor(() => expect(AbortSignal.timeout).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(9_900);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  process.argv = argv;
  expect(exit.mock.calls).toEqual([[4]]);
  await loaded;
  expect(printed.mock.calls.map(([line]) => line)).toEqual(["frontdesk-mcp: http://desk.test did not respond.\n"]);
});
