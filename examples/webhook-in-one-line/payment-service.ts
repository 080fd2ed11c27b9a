import { request } from "node:http";

/** The service on the internet: it takes the money, then calls the webhook of the shop. */
export async function pay(order: string, webhookBase: string): Promise<void> {
  await callWebhook(webhookBase, "/hooks/pending", { order });
  await callWebhook(webhookBase, "/hooks/paid?attempt=1", { order, amount: 4_200 });
}

/** Sends to the IP address with the name in `Host`, because some systems do not resolve names under .localhost. */
function callWebhook(base: string, path: string, event: object): Promise<void> {
  const { host, port } = new URL(base);
  const headers = { host, "content-type": "application/json", authorization: "Bearer whsec_of-the-payment-service" };
  return new Promise((resolve, reject) => {
    const call = request({ host: "127.0.0.1", port, method: "POST", path, headers }, (response) => {
      response.resume().on("end", resolve);
    });
    call.on("error", reject).end(JSON.stringify(event));
  });
}
