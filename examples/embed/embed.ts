/** One program with one port: pages of its own, Frontdesk beside them, and told of each message. */
import assert from "node:assert/strict";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer, type ReceivedMessage } from "@frontdesk/server";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";

const arrivals: ReceivedMessage[] = [];
const key = "svcagt_ExampleExampleExampleExample1";
await using desk = await createServer({
  storage: "memory:",
  bootstrapKey: key,
  smtp: false,
  dashboard: false,
  onMessage: (arrival) => arrivals.push(arrival),
});

const app = new H3().get("/hello", () => "hello").mount("/", desk);
const http = createHttpServer(toNodeHandler(app));
desk.attach(http);
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

assert.equal(await (await fetch(`${baseUrl}/hello`)).text(), "hello");
const mailbox = await createFrontdesk({ baseUrl, key }).mailboxes.register("signup");
const { code } = await mailbox.expectCode(() => desk.deliver({ to: mailbox.address, text: "Your code is 481220." }));
console.log(`${code}, and the program was told of ${arrivals.length} message`);
assert.equal(code, "481220");
assert.deepEqual(
  arrivals.map(({ message }) => message.codes[0]?.value),
  ["481220"],
);
http.closeAllConnections();
http.close();
