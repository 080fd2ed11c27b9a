import { once } from "node:events";
import { createServer as createHttpServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { openTunnel } from "@frontdesk/tunnel";
import { createStorage, type Driver } from "unstorage";
import memoryDriver from "unstorage/drivers/memory";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { createDesk } from "./desk.ts";

test("a server listens once, and not after it was closed, because nobody would close its ports", async () => {
  const { server } = await createDesk({ port: 0 });
  const { url } = await server.listen();
  await expect(server.listen()).rejects.toThrow("listen() was called before");
  expect((await fetch(`${url}/svc-api/server/version`)).status).toBe(200);
  await server.close();
  await expect(fetch(url)).rejects.toThrow();
  await expect(server.listen()).rejects.toThrow("This Frontdesk was closed.");
  const { server: closed } = await createDesk({ port: 0 });
  await closed.close();
  await expect(closed.listen()).rejects.toThrow("This Frontdesk was closed.");
});

test("a server tells everyone the port at which it takes mail, also one that the system chose", async () => {
  const { server } = await createDesk({ port: 0, smtp: true, smtpPort: 0 });
  const { smtp } = await server.listen();
  const response = await server.fetch(new Request("http://localhost/svc-api/server/version"));
  expect(await response.json()).toMatchObject({ smtp: { port: Number(smtp?.split(":").at(-1)), starttls: true } });
});

test("a server is created only once the storage holds that its first key was given out", async () => {
  const driver = memoryDriver();
  let writes = 0;
  const slow: Driver = {
    ...driver,
    async setItem(...item) {
      writes++;
      await new Promise(setImmediate);
      await driver.setItem?.(...item);
    },
  };
  await using server = await createServer({ storage: createStorage({ driver: slow }), smtp: false });
  expect(server.key).toMatch(/^svcagt_/);
  const writesAtFirst = writes;
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(writes).toBe(writesAtFirst);
});

test("connections of a tunnel client do not count towards the limit of its address", async () => {
  const { server, call } = await createDesk({ port: 0, connectionsPerIp: 2 });
  const { url } = await server.listen();
  const app = createHttpServer((_request, response) => response.end("app"));
  onTestFinished(() => void app.close());
  await once(app.listen(0, "127.0.0.1"), "listening");
  const { subdomain } = await call("POST", "subdomain/register", { name: "demo" });
  await using _tunnel = await openTunnel({
    token: subdomain.token,
    port: (app.address() as AddressInfo).port,
    baseUrl: url,
  });
  /** Visits the tunnel over a new connection. */
  const visit = async () => {
    const [response] = await once(get(url, { headers: { host: "demo.tunnel.localhost" }, agent: false }), "response");
    return text(response);
  };
  await expect.poll(() => visit().catch(() => "")).toBe("app");
});
