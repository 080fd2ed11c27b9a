/** A program that does not wait: Frontdesk sends it each message, signed, and it throws away what anybody else sends. */
import assert from "node:assert/strict";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";
import { Webhook } from "standardwebhooks";

await using server = await createServer({ storage: "memory:", port: 0, smtp: false });
const { url } = await server.listen();
const frontdesk = createFrontdesk({ baseUrl: url, key: server.key ?? "" });

let secret = "";
let receive = (_code: string) => {};
const program = createHttpServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  try {
    const headers = request.headers as Record<string, string>; // Those that the signature is made of stand once.
    const { data } = new Webhook(secret).verify(body, headers) as { data: { codes: { value: string }[] } };
    response.writeHead(204).end();
    receive(data.codes[0]?.value ?? "");
  } catch {
    response.writeHead(401).end();
  }
}).listen(0, "127.0.0.1");
await new Promise((resolve) => program.once("listening", resolve));
const address = `http://127.0.0.1:${(program.address() as AddressInfo).port}/frontdesk`;

const webhook = await frontdesk.webhooks.register(address, { events: ["mail"] });
secret = webhook.secret;
assert.equal((await fetch(address, { method: "POST", body: "{}" })).status, 401);

await using mailbox = await frontdesk.mailboxes.register("signup");
const code = new Promise<string>((resolve) => {
  receive = resolve;
});
await server.deliver({ to: mailbox.address, text: "Your code is 481220." });
console.log(`${await code} was sent to ${address}`);
assert.equal(await code, "481220");
program.close();
