import { expect, test } from "vitest";
import { turn } from "../../wire/ends.ts";
import { GET, createVisitorBed as setUp } from "./visitor-setup.ts";

test("a used connection is closed after its idle timeout, and no sooner", async () => {
  const { socket, ask, respond, sweep } = setUp();
  await ask();
  sweep(1_000_000);
  expect(socket.destroyed).toBe(false);
  respond();
  sweep(1_075_000);
  expect(socket.destroyed).toBe(false);
  sweep(1_075_001);
  expect(socket.destroyed).toBe(true);
});

test("a connection that is silent from the start is left to Node's own timeout", () => {
  const { socket, happened, sweep } = setUp();
  sweep(2_000);
  expect(happened).toEqual([]);
  sweep(2_001);
  expect([...happened, socket.destroyed]).toEqual(["gone", "to Node", false]);
});

test("a stopping server waits briefly for the first request of a connection, and not for the second", async () => {
  const fresh = setUp();
  fresh.connection.close();
  fresh.sweep(250);
  expect(fresh.socket.destroyed).toBe(false);
  fresh.sweep(251);
  expect(fresh.socket.destroyed).toBe(true);

  const used = setUp();
  await used.ask();
  used.respond();
  used.connection.close();
  expect(used.socket.destroyed).toBe(true);
});

test("of a visitor's pipelined bytes, 64 KiB and one read are buffered until the current response ends", async () => {
  const { socket, visitor, visits, ask, respond } = setUp();
  await ask();
  for (let sent = 0; sent < 1_000_000; sent += GET.length) visitor.write(GET);
  for (let count = 0; count < 100; count++) await turn();
  expect(socket.isPaused()).toBe(true);
  respond();
  await turn();
  expect(visits).toHaveLength(1);
});
