import { expect, test, vi } from "vitest";
import { createRemoteState, createState } from "../../src/state/state.ts";
import { readSettings } from "../read-settings.ts";

const settings = readSettings([], {});

test("a local server remembers cursors, and tells what still runs that it stops", async () => {
  const state = createState(settings);
  expect(state).toMatchObject({ settings, isRemote: false, allowedPorts: new Set() });
  state.cursors.set("box", "c1");
  expect(state.cursors.get("box")).toBe("c1");
  expect(state.stopping.aborted).toBe(false);
  await state.close();
  expect(state.stopping.reason).toEqual(new Error("The MCP server is stopping."));
});

test("a local server has stopped only when its tunnels are closed", async () => {
  const state = createState(settings);
  let closeTunnels = () => {};
  state.tunnels.close = () => new Promise((resolve) => (closeTunnels = resolve));
  const onClosed = vi.fn();
  const closing = state.close().then(onClosed);
  await new Promise(setImmediate);
  expect(onClosed).not.toHaveBeenCalled();
  closeTunnels();
  await closing;
});

test("the state of one request to a server remembers nothing, and waits no longer than proxies allow", async () => {
  const { signal: stopping } = new AbortController();
  const state = createRemoteState({ settings, send: fetch, skill: () => "", stopping });
  expect(state).toMatchObject({ settings, isRemote: true, allowedPorts: new Set(), maxWaitSeconds: 50 });
  state.cursors.set("box", "c1");
  expect([state.cursors.get("box"), state.tunnels.list()]).toEqual([undefined, []]);
  await state.close();
  expect(stopping.aborted).toBe(false);
});
