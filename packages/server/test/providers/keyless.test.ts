import { createServer, request as httpRequest, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { toNodeHandler } from "srvx/node";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CreateServerOptions } from "../../src/index.ts";
import { openDesk } from "../api/harness.ts";

const email = JSON.stringify({
  from: "shop@shop.example",
  to: "signup@desk.example.com",
  subject: "Your code",
  text: "369385 is your code.",
});
const sms = new URLSearchParams({ To: "+15550100001", From: "+15005550006", Body: "369385 is your code." }).toString();
const twilioPath = "/as/twilio/2010-04-01/Accounts/AC1/Messages.json";

interface Sending {
  path?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a request with chosen headers, `Host` included. */
function send(port: number, { path = "/as/resend/emails", body = email, headers = {} }: Sending = {}) {
  const common = { host: `localhost:${port}`, authorization: "Bearer re_123", "content-type": "application/json" };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const options = { port, path, method: "POST", host: "127.0.0.1", headers: { ...common, ...headers } };
    const request = httpRequest(options, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode!, text });
    });
    request.on("error", reject).end(body);
  });
}

/** Returns a port that was free just now. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function open(options: CreateServerOptions = {}) {
  const desk = await openDesk({ port: 0, drain: 0, ...options });
  onTestFinished(() => desk.server.close());
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  const count = async () =>
    (await desk.call("GET", "mail/recent", { token: mailbox.token })).body.emails.length as number;
  return { desk, count };
}

async function listen(options: CreateServerOptions = {}) {
  const { desk, count } = await open(options);
  const { url } = await desk.server.listen();
  return { desk, count, port: options.port ?? Number(new URL(url).port) };
}

describe("without a key", () => {
  test("a program of this machine delivers to the first account", async () => {
    const { port, count } = await listen();
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "app.localhost"])
      expect((await send(port, { headers: { host } })).status).toBe(200);
    expect(await count()).toBe(4);
  });

  test("all programs together have the limit of one key", async () => {
    const { port, count } = await listen({ requestsPerKey: 2 });
    const statuses = [];
    for (let request = 0; request < 3; request++) statuses.push((await send(port)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(await count()).toBe(2);
  });

  test("they count against the limit of the account", async () => {
    const { desk, port } = await listen({ requestsPerAccount: 3 });
    // The registration of the mailbox was the first.
    expect([(await send(port)).status, (await send(port)).status]).toEqual([200, 200]);
    expect((await desk.call("GET", "mailbox/list")).status).toBe(429);
  });

  test.each([
    ["a web page", { origin: "https://evil.example" }],
    ["a page opened from a file", { origin: "null" }],
    ["a page of this machine", { origin: "http://localhost:3000" }],
    ["a form of a web page", { "sec-fetch-site": "cross-site" }],
    ["a proxy", { forwarded: "for=192.0.2.1" }],
    ["a proxy that names the client", { "x-forwarded-for": "192.0.2.1" }],
    ["a proxy that names the scheme", { "x-forwarded-proto": "https" }],
    ["a proxy that names itself", { via: "1.1 proxy" }],
    ["nginx", { "x-real-ip": "192.0.2.1" }],
    ["a name that DNS points here", { host: "evil.example" }],
    ["a name that begins like loopback", { host: "127.0.0.1.evil.example" }],
    ["a name that begins like localhost", { host: "localhost.evil.example" }],
    ["the provider's host on the API's port", { host: "api.resend.com" }],
    ["a request without a credential", { authorization: "" }],
    ["a key of this server that does not exist", { authorization: `Bearer svcagt_${"x".repeat(28)}` }],
  ])("%s delivers nothing", async (_who, headers: Record<string, string>) => {
    const { port, count } = await listen();
    const { status, text } = await send(port, { headers });
    expect([status, JSON.parse(text)]).toEqual([401, expect.objectContaining({ name: "missing_api_key" })]);
    expect(await count()).toBe(0);
  });

  test("a program that names no host, as HTTP/1.0 allows, delivers nothing", async () => {
    const { port, count } = await listen();
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    const head = `POST /as/resend/emails HTTP/1.0\r\nAuthorization: Bearer re_1\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${email.length}\r\n\r\n${email}`);
    expect(await readText(socket)).toMatch(/^HTTP\/1\.1 401 /);
    expect(await count()).toBe(0);
  });

  test("a web page delivers with a key", async () => {
    const { desk, port, count } = await listen();
    const body = { name: "app", scopes: "mail:push" };
    const { token } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
    const headers = { authorization: `Bearer ${token}`, origin: "https://shop.example", host: "desk.example.com" };
    expect((await send(port, { headers })).status).toBe(200);
    expect(await count()).toBe(1);
  });

  test.each<[string, CreateServerOptions]>([
    ["listens on all interfaces", { host: "0.0.0.0" }],
    ["has a public URL", { publicUrl: "https://desk.example.com" }],
    ["is set to keys", { providerAuth: "key" }],
  ])("nothing is delivered by a server that %s", async (_what, options) => {
    // The URL of a server with a public one does not tell its port.
    const { port, count } = await listen({ port: await findFreePort(), ...options });
    expect((await send(port)).status).toBe(401);
    expect(await count()).toBe(0);
  });

  test("nothing is delivered by a program that embeds the server", async () => {
    const { desk, count } = await open();
    const outer = createServer(toNodeHandler(desk.server.fetch) as RequestListener);
    desk.server.attach(outer);
    await new Promise<void>((resolve) => outer.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void outer.close());
    expect((await send((outer.address() as AddressInfo).port)).status).toBe(401);
    expect(await count()).toBe(0);
  });

  test("an SMS reaches an SMS inbox that has the number, and registers none", async () => {
    const { desk, port } = await listen();
    const authorization = `Basic ${Buffer.from("AC1:any").toString("base64")}`;
    const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
    const sendSms = () => send(port, { path: twilioPath, body: sms, headers });
    const list = async () => (await desk.call("GET", "sms/list")).body.sms_tokens;
    expect([(await sendSms()).status, await list()]).toEqual([201, []]);
    await desk.call("POST", "sms/register", { body: { phone: "5550100001" } });
    expect([(await sendSms()).status, await list()]).toMatchObject([201, [{ message_count: 1 }]]);
  });
});
