import dns from "node:dns";
import { EventEmitter, once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import tls from "node:tls";
import { generate } from "selfsigned";
import { expect, onTestFinished, test, vi } from "vitest";
import { type AppTarget, createConnect, lookupLoopback } from "../../src/client/target.ts";

const hasIpv6 = Object.values(networkInterfaces()).some((entries) => entries?.some(({ address }) => address === "::1"));

async function listen(address: string): Promise<number> {
  const server = net.createServer((socket) => socket.on("error", () => {}).end(address)).listen(0, address);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** What an app says first. */
function wordOf(target: AppTarget): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnect(target)((bytes) => {
      resolve(bytes.toString());
      return true;
    });
    socket.on("error", reject);
    onTestFinished(() => void socket.destroy());
  });
}

/** Development servers choose either: Node names `::1` where the system prefers it. */
test.each(hasIpv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"])(
  "localhost finds an app that listens only on %s",
  async (address) => {
    expect(await wordOf({ host: "localhost", port: await listen(address), https: false })).toBe(address);
  },
);

test.each([false, true])(
  "the system, which may know only one address of localhost, is not asked (TLS: %s)",
  async (https) => {
    const port = await listen("127.0.0.1");
    const query = vi.spyOn(dns, "lookup");
    onTestFinished(() => query.mockRestore());
    const socket = createConnect({ host: "localhost", port, https })(() => true);
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("connect", resolve));
    expect(query).not.toHaveBeenCalled();
    socket.destroy();
  },
);

test("an IP address is used as it is", async () => {
  expect(await wordOf({ host: "127.0.0.1", port: await listen("127.0.0.1"), https: false })).toBe("127.0.0.1");
});

test("an app by TLS that prefers HTTP/2 is asked for HTTP/1.1, which the tunnel carries", async () => {
  const { private: key, cert } = await generate([{ name: "commonName", value: "app" }], { keyType: "ec" });
  const server = tls.createServer({ key, cert, ALPNProtocols: ["h2", "http/1.1"] }, (socket) => {
    socket.on("error", () => {});
    socket.end(`${socket.alpnProtocol}`);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  for (const host of ["127.0.0.1", "localhost"]) expect(await wordOf({ host, port, https: true })).toBe("http/1.1");
});

test("an app that is down is refused on every address, and reported as such", async () => {
  const socket = createConnect({ host: "localhost", port: 1, https: false })(() => true);
  // `once` would reject with the very error that is awaited.
  const error = await new Promise<NodeJS.ErrnoException>((resolve) => socket.on("error", resolve));
  expect(error.code).toBe("ECONNREFUSED");
});

test("localhost is one IPv4 address for who takes only one, and both loopback addresses for others", () => {
  const answer = vi.fn();
  lookupLoopback("localhost", {}, answer);
  lookupLoopback("localhost", { all: true }, answer);
  const both = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  expect(answer.mock.calls).toEqual([
    [null, "127.0.0.1", 4],
    [null, both],
  ]);
});

test("an app that has ended its response still gets the rest of a request", async () => {
  let heard = "";
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {}).on("data", (bytes) => (heard += bytes));
    socket.end("response");
    socket.on("end", () => server.emit("whole"));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const socket = createConnect({ host: "127.0.0.1", port, https: false })(() => true);
  socket.on("error", () => {});
  await once(socket, "end");
  const whole = once(server, "whole");
  socket.end("the rest");
  await whole;
  expect(heard).toBe("the rest");
});

const common = {
  port: 3000,
  allowHalfOpen: true,
  noDelay: true,
  autoSelectFamily: true,
  highWaterMark: 131_072,
};
const byTls = { rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] };
const onread = expect.objectContaining({ buffer: expect.any(Function), callback: expect.any(Function) });

test.each([
  ["app.internal", false, { onread }],
  ["localhost", false, { onread, lookup: lookupLoopback }],
  ["app.internal", true, { ...byTls, servername: "app.internal" }],
  ["localhost", true, { ...byTls, servername: "localhost", lookup: lookupLoopback }],
  ["192.0.2.1", true, byTls],
  ["::1", true, byTls],
])("a connection to an app at %s (TLS: %s) is not delayed, and names the host where TLS can", (host, https, more) => {
  const connect = vi.fn((_options: object) => new EventEmitter() as net.Socket);
  vi.spyOn(https ? tls : net, "connect").mockImplementation(connect as never);
  onTestFinished(() => void vi.restoreAllMocks());
  createConnect({ host, port: 3000, https })(() => true);
  expect(connect.mock.calls).toEqual([[{ ...common, host, ...more }]]);
});
