import type { Terminal } from "@frontdesk/basics/command-line";
import type { TunnelStatus } from "@frontdesk/tunnel";
import { describe, expect, test, vi } from "vitest";
import { responses } from "./account-responses.ts";
import { call } from "./call.ts";

/** What the tunnel of the next command does. */
const tunnel = { statuses: [] as object[], failure: null as Error | null, end: { type: "closed" } as object };
vi.mock("@frontdesk/tunnel", () => ({
  async openTunnel({ onStatus }: { onStatus(status: TunnelStatus): void }) {
    if (tunnel.failure) throw tunnel.failure;
    // The commands read no more of a status.
    for (const status of tunnel.statuses) onStatus(status as TunnelStatus);
    return { url: "https://demo.t.test", closed: Promise.resolve(tunnel.end) };
  },
}));

/** Runs a command with a tunnel that does this. */
function run(argv: string, changes: Partial<typeof tunnel>, terminal: Partial<Terminal> = {}, more = {}) {
  Object.assign(tunnel, { statuses: [], failure: null, end: { type: "closed" }, ...changes });
  return call(argv, { ...responses, ...more }, terminal);
}

test.each([
  ["was closed", { type: "closed" }, 0, []],
  ["was taken over", { type: "replaced" }, 1, ["Another client took demo.t.test over."]],
  ["was refused", { type: "refused", error: new Error("The token was rotated.") }, 1, ["The token was rotated."]],
])("a tunnel that %s ends the command, which says why", async (_how, end, code, err) => {
  expect(await run("tunnel 3456 --name demo", { end })).toMatchObject({ code, err });
});

describe("a tunnel that cannot be opened", () => {
  const failure = new Error("Nothing listens there.");

  test("fails, and deletes its temporary subdomain", async () => {
    const { code, out, err, requests } = await run("tunnel 3456", { failure });
    expect([code, out, err]).toEqual([1, [], ["Nothing listens there."]]);
    expect(requests.at(-1)).toBe("DELETE subdomain/d1");
  });

  test("fails before Ctrl-C", async () => {
    const { signal } = new AbortController();
    const result = await run("tunnel 3456 --name demo", { failure }, { stopSignal: () => signal });
    expect(result).toMatchObject({ code: 1, err: ["Nothing listens there."] });
  });

  test("is no failure after Ctrl-C", async () => {
    const result = await run("tunnel 3456 --name demo", { failure }, { stopSignal: () => AbortSignal.abort() });
    expect(result).toMatchObject({ code: 0, out: [], err: [] });
  });
});

test("a temporary subdomain that cannot be deleted is no failure of the command", async () => {
  const result = await run("tunnel 3456", {}, {}, { "subdomain/d1": undefined });
  expect(result).toMatchObject({ code: 0, out: ["https://demo.t.test"], err: [] });
  expect(result.requests.at(-1)).toBe("DELETE subdomain/d1");
});

test("the command ends only once its temporary subdomain is deleted", async () => {
  const order: string[] = [];
  const deleteLater = async () => {
    await new Promise(setImmediate);
    order.push("deleted");
    return {};
  };
  await run("tunnel 3456", {}, {}, { "subdomain/d1": deleteLater });
  order.push("ended");
  expect(order).toEqual(["deleted", "ended"]);
});

test("a connection loss is printed once for each reason, and so is its end", async () => {
  const offline = (reason: string) => ({ type: "offline", reason });
  const online = { type: "online" };
  const statuses = [online, offline("a"), offline("a"), offline("b"), online, online, offline("b")];
  const { err } = await run("tunnel 3456 --name demo", { statuses });
  expect(err).toEqual(["Offline: a. Retrying.", "Offline: b. Retrying.", "Online again.", "Offline: b. Retrying."]);
});

test("a connection loss during the drain at the end is not printed again", async () => {
  const offline = { type: "offline", reason: "a" };
  const { err } = await run("tunnel 3456 --name demo", {
    statuses: [offline, { type: "draining", running: 1 }, offline],
  });
  expect(err).toEqual(["Offline: a. Retrying.", expect.stringContaining("running requests")]);
});

test("the drain at the end says how many requests still run", async () => {
  const { err } = await run("tunnel 3456 --name demo", { statuses: [{ type: "draining", running: 3 }] });
  expect(err).toEqual(["Waiting for running requests to finish (3). Press Ctrl-C again to stop at once."]);
});

test.each([
  ["1", 0],
  ["65535", 0],
  ["0", 2],
  ["65536", 2],
  ["80.5", 2],
  ["http", 2],
])("a tunnel to port %s ends with exit code %i", async (port, code) => {
  const { err, ...result } = await run(`tunnel ${port} --name demo`, {});
  expect(result.code).toBe(code);
  expect(err).toEqual(code === 0 ? [] : [`"${port}" is not a port. Give a number from 1 to 65535.`]);
});
