import type { Frontdesk } from "@frontdesk/sdk";
import { expect, test } from "vitest";
import { createTestTunnels } from "../src/fixtures/test-tunnels.ts";

const withoutLimit = { timeoutMs: () => 0, startedAt: () => 0, signal: new AbortController().signal, advice: "" };

test("an error while closing a tunnel is reported only once all others are closed", async () => {
  const ended: string[] = [];
  let endSecond = () => {};
  const secondMayEnd = new Promise<void>((resolve) => {
    endSecond = resolve;
  });
  const closes = [() => Promise.reject(new Error("stuck")), () => secondMayEnd];
  let count = 0;
  const subdomains = {
    async register() {
      const close = closes[count];
      return { id: `s${++count}`, openTunnel: async () => ({ close }) };
    },
    delete: async (id: string) => void ended.push(id),
  };
  const { open, close } = createTestTunnels({ subdomains } as unknown as Frontdesk, withoutLimit);
  await open({ port: 1 });
  await open({ port: 2 });
  const closing = close().catch((error: Error) => void ended.push(error.message));
  // By then the first has failed.
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([]);
  endSecond();
  await closing;
  expect(ended).toEqual(["s2", "stuck"]);
});

test.each([
  [{ port: 1 }, { port: 1, drain: 0 }],
  [
    { port: 1, drain: 5 },
    { port: 1, drain: 5 },
  ],
])("a tunnel that is opened with %j gets %j: its end waits for no request", async (options, expected) => {
  const opened: unknown[] = [];
  const openTunnel = async (given: unknown) => {
    opened.push(given);
    return { close: async () => {} };
  };
  const subdomains = { register: async () => ({ id: "s1", openTunnel }), delete: async () => {} };
  const { open, close } = createTestTunnels({ subdomains } as unknown as Frontdesk, withoutLimit);
  await open(options);
  await close();
  expect(opened).toEqual([expected]);
});
