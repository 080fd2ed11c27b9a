import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createAddressPolicy } from "../../src/webhooks/address-policy.ts";
import { createWebhookSender } from "../../src/webhooks/sender.ts";

test("a receiver that switches protocols, which nobody asked for, is a failed attempt", async () => {
  const receiver = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
    );
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void receiver.close());
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo; // A TCP listener has no other form of address.
  const send = createWebhookSender({
    addressPolicy: createAddressPolicy({ allow: [], isLocal: true }),
    now: Date.now,
    timeoutMs: 1_000,
  });
  const request = { url: `http://127.0.0.1:${port}/`, secret: "whsec_AAAA", id: "msg_1", body: "{}" };
  expect(await send(request)).toMatchObject({ status: null, error: "The connection failed or was closed." });
}, 5_000);
