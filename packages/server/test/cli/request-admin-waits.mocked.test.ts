import { expect, onTestFinished, test, vi } from "vitest";
import { callAdmin, FolderBusyError } from "../../src/admin/admin-socket.ts";
import { requestAdmin } from "../../src/cli/request-admin.ts";
import { readSettings } from "../../src/cli/settings.ts";
import { temporaryFolder } from "../storage/folder.ts";

const waits = vi.hoisted(() => ({ milliseconds: [] as number[] }));
vi.mock("node:timers/promises", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  setTimeout: async (milliseconds: number) => void waits.milliseconds.push(milliseconds),
}));
vi.mock("../../src/admin/admin-socket.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  callAdmin: vi.fn(),
}));

test("a command asks again for a folder that is in use after 50 to 150 ms, by chance", async () => {
  const random = vi.spyOn(Math, "random");
  onTestFinished(() => random.mockRestore());
  for (const chance of [0, 0.5, 1]) random.mockReturnValueOnce(chance);
  for (let time = 0; time < 3; time++) vi.mocked(callAdmin).mockRejectedValueOnce(new FolderBusyError("in use"));
  vi.mocked(callAdmin).mockResolvedValueOnce({ isRunning: true, response: { result: { accounts: [] } } });
  const { dir } = temporaryFolder();
  const terminal = { env: {}, out() {}, err() {}, ask: async () => null };
  const settings = readSettings({ storage: `lmdb:${dir}` }, {});
  const result = await requestAdmin({ do: "account list" }, settings, terminal as never);
  expect([result, waits.milliseconds]).toEqual([{ accounts: [] }, [50, 100, 150]]);
});
