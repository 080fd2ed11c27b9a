import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fetchDocument } from "../../src/oauth/fetch-document.ts";
import { version } from "../../src/version.ts";
import { local, serve } from "./https-server.ts";
import { createChallenge, open, toAuthorizeQuery } from "./oauth-client.ts";

const timeoutMs = 3_600_000;

test.each<[string, number, string, string]>([
  ["is no JSON document", 200, "text/html", "The response is no JSON document: status 200, type text/html"],
  ["has no type", 200, "", "The response is no JSON document: status 200, type "],
  ["is not there", 404, "application/json", "The response is no JSON document: status 404, type application/json"],
  ["is too large", 200, "application/json", "The document is larger than 32768 bytes"],
])("a response that %s is cut off, however long it goes on", async (_what, status, type, why) => {
  const responses: ServerResponse[] = [];
  const { url, ca } = await serve((_request, response) => {
    responses.push(response);
    response.writeHead(status, type === "" ? {} : { "content-type": type });
    // Its end never comes.
    response.write("x".repeat(33 * 1024));
  });
  await expect(fetchDocument(url, { addressPolicy: local, ca, timeoutMs })).rejects.toThrow(new Error(why));
  const [response] = responses;
  if (!response!.destroyed) await once(response!, "close");
});

test("the request says what it takes and who asks, and keeps no connection", async () => {
  const requests: IncomingMessage[] = [];
  const { url, ca } = await serve((request, response) => {
    requests.push(request);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  expect(await fetchDocument(url, { addressPolicy: local, ca, timeoutMs })).toEqual({ body: "{}", cacheControl: "" });
  const [{ method, headers }] = requests as [IncomingMessage];
  expect(method).toBe("GET");
  expect(headers).toMatchObject({
    accept: "application/json",
    "user-agent": `frontdesk/${version}`,
    connection: "close",
  });
});

test("a connection that the server takes for another protocol is closed", async () => {
  const sockets: Socket[] = [];
  const { url, ca } = await serve((request, response) => {
    sockets.push(request.socket);
    response.writeHead(101, { connection: "upgrade", upgrade: "x" }).end();
  });
  const why = new Error("The response is no JSON document: status 101");
  await expect(fetchDocument(url, { addressPolicy: local, ca, timeoutMs })).rejects.toThrow(why);
  const [socket] = sockets;
  if (!socket!.closed) await once(socket!, "close");
});

test.each([
  [[], 0],
  [["10.0.0.0/8"], 0],
  [["127.0.0.1"], 1],
])(
  "with --webhook-allow %j, a client's document on the server's machine takes %i connections",
  async (allow, count) => {
    let connections = 0;
    const machine = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    onTestFinished(() => void machine.close());
    await once(machine.listen(0, "127.0.0.1"), "listening");
    const { port } = machine.address() as AddressInfo; // A TCP listener has no other form of address.
    const { desk } = await open({ webhookAllow: allow });
    const { challenge } = createChallenge();
    const query = toAuthorizeQuery({ clientId: `https://127.0.0.1:${port}/x`, challenge });
    expect((await desk.call("GET", `/oauth/authorize?${query}`, { token: null })).status).toBe(503);
    expect(connections).toBe(count);
  },
);
