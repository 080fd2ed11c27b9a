import { once } from "node:events";
import net, { type AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { dialServer } from "../../../src/edge/cluster/dial-server.ts";

const SWITCH =
  "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\nX-Rules: some\r\n\r\n";

/** Another server that answers each dial with these bytes, and what it hears. */
async function startOther(bytes: string | null) {
  const closed: Promise<unknown>[] = [];
  let heard = "";
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    closed.push(once(socket, "close"));
    socket.once("data", (head) => {
      heard = String(head);
      if (bytes !== null) socket.write(bytes);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const dial = async () => {
    const dialled = await dialServer(`http://127.0.0.1:${port}`, "/relay", "proof", { "x-name": "demo" });
    onTestFinished(() => void dialled.socket.destroy());
    return dialled;
  };
  return { dial, closed, heard: () => heard };
}

/** What is asked of sockets as their time of silence; it passes at once. */
function hurry(): number[] {
  const asked: number[] = [];
  const { setTimeout } = Socket.prototype;
  const spy = vi.spyOn(Socket.prototype, "setTimeout").mockImplementation(function (this: Socket, ms, listener) {
    asked.push(ms);
    return setTimeout.call(this, ms && 1, listener);
  });
  onTestFinished(() => spy.mockRestore());
  return asked;
}

test("a silent server times out after five seconds", async () => {
  const other = await startOther(null);
  const asked = hurry();
  await expect(other.dial()).rejects.toThrow("the other server did not respond");
  expect(asked[0]).toBe(5_000);
  await Promise.all(other.closed);
});

test("an accepted connection may be idle forever, and keeps the bytes that came with it", async () => {
  const other = await startOther(`${SWITCH}first bytes`);
  const asked: number[] = [];
  const undelayed = vi.spyOn(Socket.prototype, "setNoDelay");
  const silence = vi.spyOn(Socket.prototype, "setTimeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const { socket, headers } = await other.dial();
  asked.push(...silence.mock.calls.map(([ms]) => ms));
  expect(asked.at(-1)).toBe(0);
  expect(undelayed).toHaveBeenCalledWith(true);
  expect(headers["x-rules"]).toBe("some");
  expect(String((await once(socket, "data"))[0])).toBe("first bytes");
  expect(other.heard()).toMatch(/^GET \/relay HTTP\/1\.1\r\n/);
  expect(other.heard()).toMatch(/x-name: demo\r\nauthorization: Bearer proof\r\n/i);
});

test("an error on a relay connection affects only that connection", async () => {
  const other = await startOther(SWITCH);
  const { socket } = await other.dial();
  socket.emit("error", new Error("reset"));
  const second = await other.dial();
  second.socket.on("data", () => {
    throw new Error("unforeseen");
  });
  second.socket.emit("data", Buffer.from("a"));
  expect(second.socket.destroyed).toBe(true);
});

const rejection =
  "a rejection is an error with its status, and the connection is closed at once, not when it times out";

test(rejection, { timeout: 20_000 }, async () => {
  const silence = vi.spyOn(Socket.prototype, "setTimeout").mockReturnThis();
  onTestFinished(() => silence.mockRestore());
  const body = "x".repeat(200_000);
  const other = await startOther(
    `HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect(other.dial()).rejects.toThrow("the other server responded with 404");
  await Promise.all(other.closed);
});

test("a server that is down is an error", async () => {
  await expect(dialServer("http://127.0.0.1:9", "/relay", "proof", {})).rejects.toThrow("ECONNREFUSED");
});
