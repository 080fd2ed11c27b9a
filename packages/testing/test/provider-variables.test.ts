import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTestFrontdesk } from "../src/index.ts";
import { addProviders, type ProviderName } from "../src/provider-variables.ts";

const silent = { info() {}, warn() {}, error() {} };

it("gives an app the variables with which its mail reaches a mailbox", async () => {
  await using server = await createTestFrontdesk({ listen: true });
  const mailbox = await server.frontdesk.mailboxes.register("signup");
  const { RESEND_BASE_URL, RESEND_API_KEY = "" } = await server.frontdesk.providers.env("resend");
  const mail = { from: "shop@shop.example", to: mailbox.address, subject: "Hi", text: "Your code is 482913." };
  const { code } = await mailbox.expectCode(() =>
    fetch(`${RESEND_BASE_URL}/emails`, {
      method: "POST",
      headers: { authorization: `Bearer ${RESEND_API_KEY}`, "content-type": "application/json" },
      body: JSON.stringify(mail),
    }),
  );
  expect(code).toBe("482913");
  // The app's key can only deliver.
  const app = createFrontdesk({ baseUrl: server.url, key: RESEND_API_KEY.replace("re_", "") });
  await expect(app.mailboxes.list()).rejects.toMatchObject({ code: "missing_scope" });
});

it("uses one key for all providers", async () => {
  await using server = await createTestFrontdesk({ listen: true });
  const { env } = server.frontdesk.providers;
  const [resend, postmark] = await Promise.all([env("resend"), env("postmark")]);
  expect(resend.RESEND_API_KEY).toBe(`re_${postmark.POSTMARK_SERVER_TOKEN}`);
  expect(await server.frontdesk.agentKeys.list()).toHaveLength(1);
});

it("names the provider port and its certificate for an SDK whose host is fixed, until it is closed", async () => {
  const server = await createTestFrontdesk({ listen: true });
  onTestFinished(server.close);
  const { HTTP_PROXY, NODE_EXTRA_CA_CERTS = "" } = await server.frontdesk.providers.env("twilio");
  const { providers } = await server.frontdesk.version();
  expect(HTTP_PROXY).toBe(`http://127.0.0.1:${providers?.port}`);
  expect(readFileSync(NODE_EXTRA_CA_CERTS, "utf8")).toContain("BEGIN CERTIFICATE");
  await server.close();
  expect(existsSync(NODE_EXTRA_CA_CERTS)).toBe(false);
});

it("revokes the app's key of a server that stays", async () => {
  await using server = await createTestFrontdesk({ listen: true });
  const { frontdesk, close } = addProviders(createFrontdesk({ baseUrl: server.url, key: server.key }), server.url);
  await frontdesk.providers.env("mailgun");
  const [key] = await frontdesk.agentKeys.list();
  expect(key).toMatchObject({ name: "app-under-test", scopes: "mail:push,sms:push" });
  // An interrupted run leaves its key for a day.
  const lifetime = Date.parse(key?.expiry ?? "") - Date.parse(key?.created_at ?? "");
  expect(Math.round(lifetime / 3_600_000)).toBe(24);
  await close();
  await close();
  expect(await frontdesk.agentKeys.list()).toEqual([]);
});

it("says which port is missing", async () => {
  await using unopened = await createTestFrontdesk();
  await expect(unopened.frontdesk.providers.env("resend")).rejects.toThrow(
    new Error("No port is open, so no SDK can send here. Start the server with `listen: true`."),
  );

  await using standing = await createServer({ storage: "memory:", port: 0, smtp: false, log: silent });
  const { url } = await standing.listen();
  const { frontdesk } = addProviders(createFrontdesk({ baseUrl: url, key: standing.key ?? "" }), url);
  await expect(frontdesk.providers.env("twilio")).rejects.toThrow(
    new Error("The server has no provider port, which this SDK needs. Start it with --provider-port 8790."),
  );
  await expect(frontdesk.providers.env("ses")).resolves.toMatchObject({ AWS_ENDPOINT_URL_SESV2: `${url}/as/ses` });
});

it("does not take the error page of a proxy for the certificate, and asks again in the next call", async () => {
  await using server = await createTestFrontdesk({ listen: true });
  let status = 502;
  const proxy = createHttpServer((_request, response) => response.writeHead(status).end("a page")).listen(0);
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  await once(proxy, "listening");
  const address = proxy.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address?.port}`;
  const { frontdesk, close } = addProviders(createFrontdesk({ baseUrl: server.url, key: server.key }), url);
  await expect(frontdesk.providers.env("twilio")).rejects.toThrow("/as/ca.pem responded with 502.");
  status = 200;
  const { NODE_EXTRA_CA_CERTS = "" } = await frontdesk.providers.env("twilio");
  expect(readFileSync(NODE_EXTRA_CA_CERTS, "utf8")).toBe("a page");
  await close();
});

it("creates the app's key in the next call if there was no place for it", async () => {
  await using server = await createTestFrontdesk({ listen: true });
  const client = createFrontdesk({ baseUrl: server.url, key: server.key });
  const create = vi.spyOn(client.agentKeys, "create").mockRejectedValueOnce(new Error("The limit is reached."));
  const { frontdesk } = addProviders(client, server.url);
  await expect(frontdesk.providers.env("resend")).rejects.toThrow("The limit is reached.");
  await expect(frontdesk.providers.env("resend")).resolves.toMatchObject({ RESEND_API_KEY: expect.any(String) });
  await frontdesk.providers.env("postmark");
  expect(create).toHaveBeenCalledTimes(2);
});

it("closes without an error while a key is requested that cannot be created", async () => {
  await using server = await createTestFrontdesk({ listen: true });
  const client = createFrontdesk({ baseUrl: server.url, key: server.key });
  let fail = (_error: Error) => {};
  const created = new Promise<never>((_resolve, reject) => (fail = reject));
  const create = vi.spyOn(client.agentKeys, "create").mockReturnValueOnce(created);
  const { frontdesk, close } = addProviders(client, server.url);
  const failed = expect(frontdesk.providers.env("resend")).rejects.toThrow("The limit is reached.");
  await expect.poll(() => create.mock.calls.length).toBe(1);
  const closed = close();
  fail(new Error("The limit is reached."));
  await closed;
  await failed;
});

it("names the providers that there are", async () => {
  await using server = await createTestFrontdesk({ listen: true });
  await expect(server.frontdesk.providers.env("pigeon" as ProviderName)).rejects.toThrow(/No provider pigeon.*twilio/);
});
