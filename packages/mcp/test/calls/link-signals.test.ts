import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { linkSignals } from "../../src/calls/link-signals.ts";

test("linked signals abort with the reason of the first that aborts", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const { controller } = linkSignals(first.signal, second.signal);
  const reason = new Error("The client has left.");
  second.abort(reason);
  first.abort(new Error("too late"));
  expect(controller.signal.reason).toBe(reason);
});

test("a signal that has aborted already gives its reason at once", () => {
  const reason = new Error("The server is closing.");
  expect(linkSignals(new AbortController().signal, AbortSignal.abort(reason)).controller.signal.reason).toBe(reason);
});

test("after the release no signal aborts", () => {
  const clients = [new AbortController(), new AbortController()];
  const { controller, release } = linkSignals(...clients.map(({ signal }) => signal));
  release();
  for (const client of clients) client.abort();
  expect(controller.signal.aborted).toBe(false);
});

test("a signal that more calls share than an emitter may have listeners brings no warning of a leak", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on("warning", note);
  const client = new AbortController();
  const links = Array.from({ length: 12 }, () => linkSignals(client.signal));
  const { signal } = links[0]!.controller;
  for (let count = 0; count < 12; count++) signal.addEventListener("abort", () => {});
  await setImmediate();
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
