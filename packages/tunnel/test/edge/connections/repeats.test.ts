import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestbed } from "../testbed.ts";

/** An app by hand: told of each request with its connection. */
async function startApp(onRequest: (socket: Socket, count: number) => void): Promise<number> {
  let count = 0;
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => onRequest(socket, ++count));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("a request is repeated if an app closes a kept-alive connection, as any may", async () => {
  await using bed = await createTestbed();
  let asked = 0;
  const port = await startApp((socket, count) => {
    asked = count;
    if (count === 2) socket.destroy();
    else socket.write(OK);
  });
  await bed.open("demo", port);
  expect((await bed.get("demo")).body).toBe("ok");
  expect((await bed.get("demo")).body).toBe("ok");
  expect(asked).toBe(3);
});

test("a request is not repeated if the app closes on its first request, because it may have begun", async () => {
  await using bed = await createTestbed();
  let asked = 0;
  const port = await startApp((socket, count) => {
    asked = count;
    socket.destroy();
  });
  await bed.open("demo", port);
  expect((await bed.get("demo")).status).toBe(502);
  expect(asked).toBe(1);
});

test("a request that the app had for more than a second is not repeated, because it may have begun", async () => {
  await using bed = await createTestbed();
  const real = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, "now").mockImplementation(() => real() + passed);
  onTestFinished(() => void vi.restoreAllMocks());
  let asked = 0;
  const port = await startApp((socket, count) => {
    asked = count;
    if (count === 1) return void socket.write(OK);
    passed += 1_000;
    socket.destroy();
  });
  await bed.open("demo", port);
  expect((await bed.get("demo")).body).toBe("ok");
  expect((await bed.get("demo")).status).toBe(502);
  expect(asked).toBe(2);
});

test("a request is not repeated twice", async () => {
  await using bed = await createTestbed();
  let asked = 0;
  const port = await startApp((socket, count) => {
    asked = count;
    if (count === 1) socket.write(OK);
    else socket.destroy();
  });
  await bed.open("demo", port);
  expect((await bed.get("demo")).body).toBe("ok");
  expect((await bed.get("demo")).status).toBe(502);
  expect(asked).toBe(3);
});

test("requests of a client that disconnects are served by another client of the name", async () => {
  await using bed = await createTestbed();
  const token = bed.register("demo");
  const served: string[] = [];
  let hung = () => {};
  const held = new Promise<void>((resolve) => {
    hung = resolve;
  });
  const stuck = await bed.serve(
    "demo",
    () => {
      served.push("first");
      hung();
    },
    { token, share: true },
  );
  const answer = bed.get("demo");
  await held;
  await bed.serve("demo", (_request, response) => response.end("second"), { token, share: true });
  await stuck.close();
  expect((await answer).body).toBe("second");
  expect(served).toEqual(["first"]);
});
