import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { freePort } from "../../../../tunnel/test/free-port.ts";
import { visit } from "../desk.ts";
import { nextTool, type Transcript, type World } from "./agent.ts";

/** Local ports under public addresses. */
export const tunnelTranscripts: Transcript[] = [
  {
    number: 8,
    title: "starts the app that a tunnel misses, then opens and stops the tunnel",
    calls: 5,
    tokens: 340,
    async play(world) {
      const { use } = await world.agent();
      const app = await listen(world, await freePort());
      app.server.close();
      const unknown = await use("tunnel_start", { port: app.port, subdomain: "shop" });
      assert.deepEqual([unknown.facts.code, nextTool(unknown)], ["not_found", "subdomain_register"]);
      const { subdomain } = (await use(nextTool(unknown), { name: "shop" })).facts;
      const closed = await use("tunnel_start", { port: app.port, subdomain });
      assert.deepEqual([closed.facts.code, nextTool(closed)], ["port_closed", "tunnel_start"]);
      const again = await listen(world, app.port);
      const { url } = (await use(nextTool(closed), { port: app.port, subdomain })).facts;
      assert.equal(await visit(world.desk.url, new URL(url).hostname), "the app");
      await use("tunnel_stop", { subdomain });
      assert.notEqual(await visit(world.desk.url, new URL(url).hostname), "the app");
      again.server.close();
    },
  },
  {
    number: 9,
    title: "picks another name when one is taken",
    calls: 2,
    tokens: 150,
    async play({ agent, post }) {
      await post("/svc-api/subdomain/register", { name: "shop" });
      const { use } = await agent();
      const taken = await use("subdomain_register", { name: "shop" });
      assert.deepEqual([taken.facts.code, nextTool(taken)], ["conflict", "subdomain_register"]);
      assert.equal((await use(nextTool(taken), { name: "shop-2" })).facts.subdomain, "shop-2");
    },
  },
  {
    number: 10,
    title: "hands a tunnel's address to another process",
    calls: 3,
    tokens: 200,
    async play(world) {
      const { use } = await world.agent();
      const app = await listen(world);
      const { subdomain } = (await use("subdomain_register", { name: "hook" })).facts;
      const { url } = (await use("tunnel_start", { port: app.port, subdomain })).facts;
      // Names under localhost may not resolve here; a visitor's resolver would lead to the same place.
      const visitor = `require("http").get(${JSON.stringify(world.desk.url)}, { headers: { host: ${JSON.stringify(new URL(url).host)} } },
        (answer) => answer.pipe(process.stdout))`;
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", visitor]);
      assert.equal(stdout, "the app");
      assert.equal((await use("tunnel_stop", { subdomain })).isError, false);
      app.server.close();
    },
  },
  {
    number: 15,
    title: "cleans up in a new session after its client died in the middle",
    calls: 9,
    tokens: 500,
    async play(world) {
      const first = await world.agent();
      const app = await listen(world);
      const { mailbox } = (await first.use("mailbox_register", { name: "orphan" })).facts;
      const { subdomain } = (await first.use("subdomain_register", { name: "orphan" })).facts;
      const { url } = (await first.use("tunnel_start", { port: app.port, subdomain })).facts;
      process.kill(first.pid, "SIGKILL");
      while ((await visit(world.desk.url, new URL(url).hostname)) === "the app") await new Promise(setImmediate);
      const { use } = await world.agent();
      assert.deepEqual((await use("tunnel_list")).facts.tunnels, []);
      assert.equal((await use("mailbox_list")).facts.mailboxes[0].mailbox, mailbox);
      await use("mailbox_delete", { mailbox });
      await use("subdomain_delete", { subdomain });
      assert.deepEqual((await use("mailbox_list")).facts.mailboxes, []);
      assert.deepEqual((await use("subdomain_list")).facts.subdomains, []);
      app.server.close();
    },
  },
];

async function listen({ varies }: World, wanted = 0): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => response.end("the app"));
  await new Promise<void>((resolve) => server.listen(wanted, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  varies("app port", port);
  return { server, port };
}
