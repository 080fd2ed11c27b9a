/** A test waits for the webhook that another service sends to this machine, and reads its body. */
import assert from "node:assert/strict";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";
import { RequestTimeoutError } from "@frontdesk/tunnel";
import { pay } from "./payment-service.ts";
import { startShop } from "./shop.ts";

await using server = await createServer({ storage: "memory:", port: 0, smtp: false });
const { url } = await server.listen();
const frontdesk = createFrontdesk({ baseUrl: url, key: server.key ?? "" });
const shop = await startShop();
const subdomain = await frontdesk.subdomains.register("shop");
const tunnel = await subdomain.openTunnel({ port: shop.port });

const webhook = await tunnel.expectRequest(() => pay("A-4711", tunnel.url), { method: "POST", path: "/hooks/paid" });

console.log(`${webhook.method} ${webhook.path}?${webhook.query} brought ${webhook.text()}`);
assert.deepEqual(webhook.json(), { order: "A-4711", amount: 4_200 });
assert.equal(webhook.query, "attempt=1");
// The shop got the request too.
assert.deepEqual(shop.paidOrders, ["A-4711"]);
// Credentials are masked, so that a failed test's report does not contain them.
assert.doesNotMatch(JSON.stringify(webhook.headers), /whsec_of-the-payment-service/);

// A webhook that does not come: the error says what came instead.
const refunded = tunnel.expectRequest(() => pay("A-4712", tunnel.url), { path: "/hooks/refunded", timeout: 200 });
await assert.rejects(refunded, (error) => {
  assert.ok(error instanceof RequestTimeoutError);
  assert.match(error.message, /POST \/hooks\/pending, POST \/hooks\/paid/);
  return true;
});

// All requests, as they come.
const paths: string[] = [];
const paying = tunnel.requests();
const payment = pay("A-4713", tunnel.url);
for await (const { path } of paying) if (paths.push(path) === 2) break;
await payment;
assert.deepEqual(paths, ["/hooks/pending", "/hooks/paid"]);

await tunnel.close();
shop.close();
