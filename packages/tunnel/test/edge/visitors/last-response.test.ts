import { expect, onTestFinished, test, vi } from "vitest";
import { parseResponseHead } from "../../../src/wire/head.ts";
import { turn } from "../../wire/ends.ts";
import { createVisitorBed } from "./visitor-setup.ts";

const length = 100_000;

/** A visitor that stops reading, after the last response of its connection has ended. */
async function respondLast() {
  const bed = createVisitorBed();
  const { socket, visitor, visits, ask } = bed;
  // As a real socket does: closes once all is sent.
  socket.destroySoon = () => void socket.end(() => socket.destroy());
  await ask("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: close\r\n\r\n");
  visitor.pause();
  visits[0]!.writeHead(parseResponseHead(`HTTP/1.1 200 OK\r\nContent-Length: ${length}`, "GET"), false);
  visits[0]!.end(Buffer.alloc(length, "x"), []);
  await turn();
  return bed;
}

test("a visitor that reads the last response slowly gets all of it, also while the server stops", async () => {
  const { connection, socket, visitor, sweep, said } = await respondLast();
  sweep(10_000);
  connection.close();
  sweep(60_000);
  expect(socket.destroyed).toBe(false);
  visitor.resume();
  await vi.waitFor(() => expect(said()).toMatch(/x{1000}$/));
  expect(said().split("\r\n\r\n")[1]?.length).toBe(length);
});

test("a visitor that never reads the last response is closed, as an idle one is", async () => {
  const { socket, sweep } = await respondLast();
  sweep(100_000);
  expect(socket.destroyed).toBe(true);
});

test("what a visitor sends after its last request is neither served nor kept", async () => {
  const { ask, asked } = await respondLast();
  const concat = vi.spyOn(Buffer, "concat");
  onTestFinished(() => concat.mockRestore());
  for (let time = 0; time < 3; time++) await ask();
  await turn();
  expect([asked.length, concat.mock.calls.length]).toEqual([1, 0]);
});

test("a connection that stays open is closed by a stopping server only once its visitor has read the last response", async () => {
  const { ask, connection, socket, visitor, visits, said } = createVisitorBed();
  socket.destroySoon = () => void socket.end(() => socket.destroy());
  await ask();
  visitor.pause();
  visits[0]!.writeHead(parseResponseHead(`HTTP/1.1 200 OK\r\nContent-Length: ${length}`, "GET"), false);
  visits[0]!.end(Buffer.alloc(length, "x"), []);
  await turn();
  expect(connection.hasUnsentBytes()).toBe(true);
  connection.close();
  visitor.resume();
  await vi.waitFor(() => expect(socket.destroyed).toBe(true));
  expect(said().split("\r\n\r\n")[1]?.length).toBe(length);
  expect(connection.hasUnsentBytes()).toBe(false);
});
