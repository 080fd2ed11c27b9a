import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createFrontdesk, openMailbox } from "@frontdesk/sdk";
import { collectGarbage } from "@frontdesk/test-kit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { agentKey } from "./harness.ts";

/** A server that answers next to nothing, and says when each was let go. */
let server: Server;
let baseUrl: string;
let asked: { came: Promise<void>; gone: Promise<void> };
beforeEach(async () => {
  let letGo: () => void;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const came = new Promise<void>((resolve) => {
    server = createServer(({ url = "" }, response) => {
      // Where the mailbox stands, which a wait asks first.
      if (url === "/svc-api/mail/recent") return void response.end('{"emails":[],"cursor":"0"}');
      response.once("close", letGo);
      resolve();
    });
  });
  asked = { came, gone };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Outlives the collection, as an application's own would. */
let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});

const calls = {
  "a call": (retries: boolean) =>
    createFrontdesk({ baseUrl, key: agentKey, retries }).mailboxes.list({ signal: stop.signal }),
  "a wait": (retries: boolean) =>
    openMailbox({ baseUrl, key: "svcmbx_TestTestTestTestTestTest1234", retries }).waitForCode({
      signal: stop.signal,
    }),
};

/** A call that has reached the server before its time was over, however long a busy machine takes for that. */
async function reaching<T>(call: (timeout: number) => Promise<T>, timeout = 400): Promise<{ ended: Promise<T> }> {
  const ended = call(timeout);
  const reached = await Promise.race([
    asked.came.then(() => true),
    ended.then(
      () => false,
      () => false,
    ),
  ]);
  return reached ? { ended } : reaching(call, timeout * 4);
}

describe.each([true, false])("if garbage is collected meanwhile, with retries: %s", (retries) => {
  test.each(Object.entries(calls))("%s still ends with its signal, and lets the server go", async (_name, call) => {
    const ending = call(retries).catch((error: unknown) => error);
    await asked.came;
    await collectGarbage();
    stop.abort(new Error("enough"));
    expect(await ending).toEqual(new Error("enough"));
    await asked.gone;
  });

  test("a call still times out, and disconnects from the server", async () => {
    const desk = createFrontdesk({ baseUrl, key: agentKey, retries });
    const { ended } = await reaching((timeout) => desk.mailboxes.list({ timeout }));
    await collectGarbage();
    await expect(ended).rejects.toThrow(`The server at ${baseUrl} did not answer in time.`);
    await asked.gone;
  });

  test("also with an AbortSignal.timeout", async () => {
    const desk = createFrontdesk({ baseUrl, key: agentKey, retries });
    const { ended } = await reaching((timeout) => desk.mailboxes.list({ signal: stop.signal, timeout }));
    await collectGarbage();
    await expect(ended).rejects.toThrow("did not answer in time");
    await asked.gone;
  });
});

test("a timeout known only to the call still fires", async () => {
  const desk = createFrontdesk({ baseUrl, key: agentKey });
  const { ended } = await reaching((timeout) => desk.mailboxes.list({ signal: AbortSignal.timeout(timeout) }));
  await collectGarbage();
  await expect(ended).rejects.toThrow(expect.objectContaining({ name: "TimeoutError" }));
  await asked.gone;
});

test("many calls may share a signal without a warning from Node", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  const ending = Promise.allSettled(Array.from({ length: 30 }, () => calls["a wait"](true)));
  await asked.came;
  stop.abort(new Error("enough"));
  for (const ended of await ending) expect(ended).toEqual({ status: "rejected", reason: new Error("enough") });
  await new Promise(setImmediate);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test("a custom fetch that loses the signal blocks nobody", async () => {
  const lossy = (request: Request) => fetch(new Request(request, { headers: { "x-proxy": "1" } }));
  const desk = createFrontdesk({ baseUrl, key: agentKey, fetch: lossy });
  const { ended } = await reaching((timeout) => desk.mailboxes.list({ timeout }));
  await collectGarbage();
  await expect(ended).rejects.toThrow("did not answer in time");
});
