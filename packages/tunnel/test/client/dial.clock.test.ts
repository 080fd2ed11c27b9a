import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { dial } from "../../src/client/dial.ts";

test("once it is connected, a dial is limited by the silence of its connection alone", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const server = net.createServer((socket) => void socket.on("error", () => {}));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const way = { server: new URL(`http://127.0.0.1:${port}`), proxy: undefined, path: "/", secret: "a" };
  const dialling = dial({ ...way, signal: stop.signal });
  await once(server, "connection");
  expect(vi.getTimerCount()).toBe(0);
  stop.abort();
  await expect(dialling).rejects.toThrow("aborted");
});
