import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The program under test: a shop that marks an order as paid when the payment service calls `/hooks/paid`. */
export async function startShop() {
  const paidOrders: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.url?.startsWith("/hooks/paid?")) paidOrders.push(JSON.parse(body).order);
    response.writeHead(202).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: (server.address() as AddressInfo).port, paidOrders, close: () => server.close() };
}
