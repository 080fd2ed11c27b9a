import { expect, onTestFinished, test, vi } from "vitest";
import { openTunnel } from "../../src/index.ts";
import { freePort } from "../free-port.ts";

test("the periodic check of data connections does not keep the process alive", async () => {
  const setInterval = vi.spyOn(globalThis, "setInterval");
  onTestFinished(() => setInterval.mockRestore());
  const stop = new AbortController();
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const reason = new Error("no longer wanted");
  await new Promise<void>((resolve, reject) => {
    const onStatus = ({ type }: { type: string }) => type === "offline" && resolve();
    openTunnel({ token: "svc_a", port: 1, baseUrl, signal: stop.signal, onStatus }).catch((error: unknown) =>
      error === reason ? undefined : reject(error),
    );
  });
  const everySecond = setInterval.mock.calls.flatMap(([, milliseconds], call) =>
    milliseconds === 1_000 ? [setInterval.mock.results[call]!.value as NodeJS.Timeout] : [],
  );
  expect(everySecond.map((timer) => timer.hasRef())).toEqual([false]);
  stop.abort(reason);
});
