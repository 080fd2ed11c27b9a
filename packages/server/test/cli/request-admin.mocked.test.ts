import { CommandError } from "@frontdesk/basics/command-line";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callAdmin, FolderBusyError } from "../../src/admin/admin-socket.ts";
import { requestAdmin } from "../../src/cli/request-admin.ts";
import { readSettings } from "../../src/cli/settings.ts";
import { openServer } from "../../src/server.ts";
import { temporaryFolder } from "../storage/folder.ts";

vi.mock("../../src/admin/admin-socket.ts", async (original) => ({
  ...(await original<object>()),
  callAdmin: vi.fn(),
}));
vi.mock("../../src/server.ts", async (original) => ({ ...(await original<object>()), openServer: vi.fn() }));

let err: string[];
let storage: string;

beforeEach(() => {
  err = [];
  storage = `lmdb:${temporaryFolder().dir}`;
  vi.mocked(callAdmin).mockReset().mockResolvedValue({ isRunning: false });
  vi.mocked(openServer).mockReset();
});
afterEach(() => void vi.useRealTimers());

const terminal = { env: {}, out() {}, err: (line: string) => void err.push(line), ask: async () => null };

const request = (env: Record<string, string> = {}) =>
  requestAdmin(
    { do: "account list" },
    readSettings({ storage }, env),
    terminal as unknown as Parameters<typeof requestAdmin>[2],
  );

/** A server that has just opened the storage. */
function setServer(key: string | null) {
  const server = {
    key,
    warnings: ["The disk is slow."],
    services: { accounts: { list: async () => [] } },
    confirmKey: vi.fn(async () => {}),
    [Symbol.asyncDispose]: vi.fn(async () => {}),
  };
  vi.mocked(openServer).mockResolvedValue(server as never);
  return server;
}

test("a command that opens a new storage tells the first key, confirms it and closes the storage", async () => {
  const server = setServer("svcagt_first");
  await request().catch(() => {});
  expect(err).toEqual(["The disk is slow.", expect.stringMatching(/^First agent key .*: svcagt_first$/)]);
  expect(server.confirmKey).toHaveBeenCalledOnce();
  expect(server[Symbol.asyncDispose]).toHaveBeenCalledOnce();
});

test("a first key from the environment is not printed", async () => {
  const server = setServer("svcagt_first");
  await request({ FRONTDESK_BOOTSTRAP_KEY: "svcagt_first" }).catch(() => {});
  expect(err).toEqual(["The disk is slow."]);
  expect(server.confirmKey).toHaveBeenCalledOnce();
});

const fromSystem = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ["the folder is in use", new FolderBusyError("in use")],
  ["the server's socket is closing", fromSystem("ECONNRESET")],
  ["the server's socket has closed", fromSystem("EPIPE")],
  ["its cause is one of these", new Error("failed", { cause: fromSystem("EPIPE") })],
])("a request is sent again for ten seconds while %s", async (_what, error) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.mocked(callAdmin).mockImplementation(async () => {
    if (vi.mocked(callAdmin).mock.calls.length === 2) vi.advanceTimersByTime(9_999);
    if (vi.mocked(callAdmin).mock.calls.length === 3) vi.advanceTimersByTime(2);
    throw error;
  });
  await expect(request()).rejects.toThrow(error.message);
  expect(callAdmin).toHaveBeenCalledTimes(3);
});

test("any other error is not tried again", async () => {
  vi.mocked(callAdmin).mockRejectedValue(fromSystem("EACCES"));
  await expect(request()).rejects.toThrow("EACCES");
  expect(callAdmin).toHaveBeenCalledOnce();
});

test("what the running server responds is the result, and no storage is opened", async () => {
  vi.mocked(callAdmin).mockResolvedValue({ isRunning: true, response: { result: { accounts: [] } } });
  expect(await request()).toEqual({ accounts: [] });
  vi.mocked(callAdmin).mockResolvedValue({
    isRunning: true,
    response: { problem: { code: "not_found", message: "No account." } },
  });
  await expect(request()).rejects.toThrow("No account.");
  expect(openServer).not.toHaveBeenCalled();
});

test("why a running server cannot be asked is told as the command's own error, and the storage is not opened", async () => {
  const cause = new Error("Only user 1234 can access the socket.");
  vi.mocked(callAdmin).mockRejectedValue(cause);
  const error = await request().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandError);
  expect(error).toMatchObject({ message: cause.message, cause });
  expect(openServer).not.toHaveBeenCalled();
});
