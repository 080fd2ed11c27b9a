import { getEventListeners, once } from "node:events";
import net, { type AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { DialRefusedError, dial } from "../../src/client/dial.ts";

const SWITCH = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n";

/** A server that answers each dial with these bytes, and the head that it heard. */
async function startServer(bytes: string | null) {
  let heard = "";
  const server = net.createServer((socket) => {
    socket.on("error", () => {}).on("end", () => socket.end());
    socket.once("data", (head) => {
      heard = String(head);
      if (bytes !== null) socket.end(bytes);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { signal } = new AbortController();
  const endpoint = (host = "127.0.0.1", prefix = "") => {
    const { port } = server.address() as AddressInfo;
    return dial({
      server: new URL(`http://${host}:${port}${prefix}`),
      proxy: undefined,
      path: "/svc-tunnel/data",
      secret: "proof",
      headers: { "x-session": "one" },
      signal,
    });
  };
  return { endpoint, signal, heard: () => heard };
}

const refusal = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test("a successful dial returns the connection with the bytes that came along, and removes its listeners", async () => {
  const server = await startServer(`${SWITCH}firstBytes`);
  const spies = {
    silence: vi.spyOn(Socket.prototype, "setTimeout"),
    delay: vi.spyOn(Socket.prototype, "setNoDelay"),
    alive: vi.spyOn(Socket.prototype, "setKeepAlive"),
  };
  onTestFinished(() => void vi.restoreAllMocks());
  const { socket, firstBytes } = await server.endpoint();
  expect(String(firstBytes)).toBe("firstBytes");
  expect(server.heard()).toMatch(/^GET \/svc-tunnel\/data HTTP\/1\.1\r\n/);
  expect(server.heard()).toMatch(
    /authorization: Bearer proof\r\nconnection: Upgrade\r\nupgrade: frontdesk-tunnel\/1\r\n/i,
  );
  expect(server.heard()).toMatch(/x-session: one\r\n/i);
  expect(getEventListeners(server.signal, "abort")).toHaveLength(0);
  const asked = spies.silence.mock.calls.map(([ms]) => ms);
  expect([asked[0], asked.at(-1)]).toEqual([5_000, 0]);
  expect(spies.delay).toHaveBeenCalledWith(true);
  expect(spies.alive).toHaveBeenCalledWith(true, 30_000);
  expect(socket.emit("error", new Error("reset"))).toBe(true);
  socket.destroy();
});

test("a server below a path, and one by a name that no resolver knows, are reached", async () => {
  const server = await startServer(SWITCH);
  for (const [prefix, path] of [
    ["/desk/", "/desk/svc-tunnel/data"],
    ["/desk", "/desk/svc-tunnel/data"],
  ] as const) {
    const { socket } = await server.endpoint("demo.localhost", prefix);
    expect(server.heard().split(" ")[1]).toBe(path);
    socket.destroy();
  }
});

test.each([
  ["401 Unauthorized", '{"error":"The token is wrong."}', "The token is wrong."],
  ["502 Bad Gateway", "<h1>nginx</h1>", "it answered 502 instead of opening a tunnel"],
  ["404 Not Found", '{"error":{}}', "it answered 404 instead of opening a tunnel"],
  ["503 Service Unavailable", `{"error":"${"a".repeat(100_000)}`, "it answered 503 instead of opening a tunnel"],
])("a refusal with %s is told by its own words where it has some", async (status, body, message) => {
  const server = await startServer(refusal(status, body));
  const failed = await server.endpoint().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(DialRefusedError);
  expect(failed).toMatchObject({ status: Number(status.slice(0, 3)), message });
  await expect.poll(() => getEventListeners(server.signal, "abort")).toHaveLength(0);
});

test("a refusal that is cut off is told by its status", async () => {
  const server = await startServer('HTTP/1.1 403 Forbidden\r\nContent-Length: 99\r\n\r\n{"error":');
  await expect(server.endpoint()).rejects.toMatchObject({
    status: 403,
    message: "it answered 403 instead of opening a tunnel",
  });
});

test("a reason of up to 2,000 characters is shown, and of a longer one no more is awaited", async () => {
  const body = (length: number) => JSON.stringify({ error: "x".repeat(length - 12) });
  const server = await startServer(refusal("403 Forbidden", body(2_000)));
  await expect(server.endpoint()).rejects.toMatchObject({ status: 403, message: "x".repeat(1_988) });
  const head = "HTTP/1.1 403 Forbidden\r\nContent-Length: 9999\r\n\r\n";
  const unfinished = net.createServer((socket) => {
    socket.on("error", () => {}).once("data", () => socket.write(head + "x".repeat(2_001)));
  });
  await once(unfinished.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void unfinished.close());
  const url = new URL(`http://127.0.0.1:${(unfinished.address() as AddressInfo).port}`);
  const dialling = dial({ server: url, proxy: undefined, path: "/", secret: "a" });
  await expect(dialling).rejects.toMatchObject({ status: 403, message: "it answered 403 instead of opening a tunnel" });
});

test("a response without an end is a refusal too, of which only the beginning is read", async () => {
  const server = net.createServer((socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write("x".repeat(65_536)));
    };
    socket.on("error", () => {}).on("drain", pour);
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      pour();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const dialling = dial({ server: new URL(`http://127.0.0.1:${port}`), proxy: undefined, path: "/", secret: "a" });
  await expect(dialling).rejects.toMatchObject({
    status: 200,
    message: "it answered 200 instead of opening a tunnel",
  });
});

test("a silent server times out after five seconds, and its listener is removed", async () => {
  const server = await startServer(null);
  const { setTimeout } = Socket.prototype;
  const asked: number[] = [];
  vi.spyOn(Socket.prototype, "setTimeout").mockImplementation(function (this: Socket, ms, listener) {
    asked.push(ms);
    return setTimeout.call(this, ms && 1, listener);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(server.endpoint()).rejects.toThrow("no response within 5000 ms");
  expect(asked[0]).toBe(5_000);
  await expect.poll(() => getEventListeners(server.signal, "abort")).toHaveLength(0);
});

test("an aborted signal opens no connection", async () => {
  const reason = new Error("enough");
  const dialling = dial({
    server: new URL("http://127.0.0.1:9"),
    proxy: undefined,
    path: "/",
    secret: "a",
    signal: AbortSignal.abort(reason),
  });
  await expect(dialling).rejects.toMatchObject({ message: "the connection attempt was aborted", cause: reason });
});
