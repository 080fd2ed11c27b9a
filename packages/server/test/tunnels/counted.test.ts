import { openTunnel } from "@frontdesk/tunnel";
import { expect, onTestFinished, test } from "vitest";
import { openDesk } from "../api/harness.ts";

test("an open tunnel is counted, shown at its subdomain, and recorded with its client's IP address", async () => {
  const desk = await openDesk({ port: 0, host: "127.0.0.1", publicMetrics: true, drain: 0 });
  onTestFinished(() => desk.server.close());
  const { url } = await desk.server.listen();
  const { subdomain } = (await desk.call("POST", "subdomain/register", { body: { name: "demo" } })).body;
  const countTunnels = async () =>
    Number(/^frontdesk_tunnels (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
  const list = async () => (await desk.call("GET", "subdomain/list")).body.subdomains;
  expect([await countTunnels(), await list()]).toMatchObject([0, [{ online: false, clients: 0 }]]);
  const tunnel = await openTunnel({ token: subdomain.token, port: 1, baseUrl: url });
  expect([await countTunnels(), await list()]).toMatchObject([1, [{ online: true, clients: 1 }]]);
  const opened = {
    action: "tunnel.opened",
    key_id: subdomain.id,
    target: `subdomain:${subdomain.id}`,
    ip: "127.0.0.1",
  };
  await expect
    .poll(async () => (await desk.call("GET", "audit")).body.entries)
    .toContainEqual(expect.objectContaining(opened));
  await tunnel.close();
  await expect.poll(countTunnels).toBe(0);
  expect(await list()).toMatchObject([{ online: false, clients: 0 }]);
});
