/** A service on the internet calls a program on this machine, through a tunnel. */
import assert from "node:assert/strict";
import { createServer as createHttpServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";

await using server = await createServer({ storage: "memory:", port: 0, smtp: false });
const { url } = await server.listen();
const frontdesk = createFrontdesk({ baseUrl: url, key: server.key ?? "" });

const paid: string[] = [];
const shop = createHttpServer(async (call, response) => {
  let body = "";
  for await (const chunk of call) body += chunk;
  paid.push(`${call.url} ${JSON.parse(body).order}`);
  response.writeHead(202).end();
}).listen(0, "127.0.0.1");
await new Promise((resolve) => shop.once("listening", resolve));

const subdomain = await frontdesk.subdomains.register("shop");
const tunnel = await subdomain.openTunnel({ port: (shop.address() as AddressInfo).port });

// The payment service. Not every system resolves names under .localhost, so it goes to the address and names the host.
const { host, port } = new URL(tunnel.url);
const status = await new Promise<number | undefined>((resolve, reject) => {
  const call = request({ host: "127.0.0.1", port, method: "POST", path: "/paid", headers: { host } }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  call.on("error", reject).end(JSON.stringify({ order: "A-4711" }));
});
console.log(`${tunnel.url}/paid answered ${status}; the shop saw ${paid.join()}`);
assert.equal(status, 202);
assert.deepEqual(paid, ["/paid A-4711"]);
await tunnel.close();
shop.close();
