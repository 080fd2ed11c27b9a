import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { openServer } from "../../src/server.ts";
import { firstKey } from "../api/harness.ts";

/** Whether something listens on the port. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const refused = once(socket, "error").then(() => false);
  const isConnected = await Promise.race([once(socket, "connect").then(() => true), refused]);
  socket.destroy();
  return isConnected;
}

test("a server that is closed while it opens its ports leaves none of them open, and no timer", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const log = { info() {}, warn() {}, error() {} };
  const ports = { port: 0, smtpPort: 0, smtpHost: "127.0.0.1", adminPort: 0, providerPort: 0 };
  const server = await openServer({ storage: "memory:", bootstrapKey: firstKey, log, ...ports });
  const listening = server.listen();
  await server.close();
  const { url, smtp, admin, providers } = await listening;
  const opened = [url, `http://${smtp}`, admin!, providers!].map((address) => Number(new URL(address).port));
  expect(await Promise.all(opened.map(isOpen))).toEqual([false, false, false, false]);
  expect(vi.getTimerCount()).toBe(0);
});
