import { getEventListeners, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAddressPolicy } from "../../src/webhooks/address-policy.ts";
import { createWebhookSender } from "../../src/webhooks/sender.ts";

const send = createWebhookSender({ addressPolicy: createAddressPolicy({ allow: [], isLocal: true }), now: Date.now });

/** A receiver that answers when it is told to. */
async function listen() {
  const waiting: (() => void)[] = [];
  const receiver = createServer((_request, response) => void waiting.push(() => response.writeHead(204).end()));
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const { port } = receiver.address() as AddressInfo; // A TCP listener has no other form of address.
  const request = { url: `http://127.0.0.1:${port}/`, secret: "whsec_AAAA", id: "msg_1", body: "{}" };
  return { waiting, request };
}

test("an attempt leaves nothing of itself at the signal that ends all attempts", async () => {
  // On Node 20 it leaves an entry for each call at a signal that lives longer (nodejs/node#55328).
  const any = vi.spyOn(AbortSignal, "any");
  onTestFinished(() => any.mockRestore());
  const { waiting, request } = await listen();
  const { signal } = new AbortController();
  const sending = send(request, signal);
  await expect.poll(() => waiting).toHaveLength(1);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  waiting[0]?.();
  expect(await sending).toMatchObject({ status: 204 });
  expect(await send({ ...request, url: "http://10.0.0.1/" }, signal)).toMatchObject({ status: null });
  expect([getEventListeners(signal, "abort"), any.mock.calls]).toEqual([[], []]);
});

test("many attempts at once end with one signal, and cause no warning of a leak", async () => {
  const warnings: string[] = [];
  const warn = ({ name }: Error) => void warnings.push(name);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const { waiting, request } = await listen();
  const stopping = new AbortController();
  const attempts = Array.from({ length: 30 }, () => send(request, stopping.signal));
  await expect.poll(() => waiting).toHaveLength(30);
  stopping.abort();
  const ended = { status: null, error: "The connection failed or was closed." };
  expect(await Promise.all(attempts)).toEqual(attempts.map(() => expect.objectContaining(ended)));
  expect(warnings).toEqual([]);
});

test("an attempt that begins after the end of the server sends nothing", async () => {
  const { waiting, request } = await listen();
  expect(await send(request, AbortSignal.abort())).toMatchObject({ status: null });
  expect(waiting).toEqual([]);
});
