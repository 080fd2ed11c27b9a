import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { startRedis } from "../../../server/test/storage/redis-server.ts";
import { callTool, type Desk, firstKey, openDesk } from "./desk.ts";

const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so the tools on several servers are not tested here.");

describe.skipIf(!redis).each(["legacy", "auto"] as const)("a client of the %s era on several servers", (mode) => {
  afterAll(async () => {
    if (mode === "auto") await redis?.stop();
  });

  async function join(): Promise<Desk> {
    const desk = await openDesk({ storage: redis?.url ?? "", internalUrl: "http://127.0.0.1:0" });
    onTestFinished(() => desk.close());
    return desk;
  }

  /** A client whose every request goes to the server that `choose` says. */
  async function connect(choose: (body: string) => Desk): Promise<Client> {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${firstKey}` } };
    const send = (_url: string | URL, init?: RequestInit) => fetch(`${choose(String(init?.body)).url}/mcp`, init);
    await client.connect(
      new StreamableHTTPClientTransport(new URL("http://any.test/mcp"), { requestInit, fetch: send }),
    );
    onTestFinished(() => client.close());
    return client;
  }

  test("can send each call to a different server", async () => {
    const desks = [await join(), await join()];
    let asked = 0;
    const client = await connect(() => desks[asked++ % 2]!);
    const name = `turns-${mode}`;
    const { cursor } = (await callTool(client, "mailbox_register", { name })).facts;
    const waiting = callTool(client, "mail_wait_code", { mailbox: name, after: cursor });
    await expect.poll(() => desks.some(({ server }) => server.services.mail.pending() > 0)).toBe(true);
    // The mail comes in where nobody waits.
    await desks
      .find(({ server }) => server.services.mail.pending() === 0)
      ?.mail(name, { body: "Your code is 482913." });
    const first = await waiting;
    expect(first.facts.code).toBe("482913");
    await desks[0]?.mail(name, { body: "Your code is 482914." });
    const second = await callTool(client, "mail_wait_code", { mailbox: name, after: first.facts.cursor });
    expect(second.facts.code).toBe("482914");
    await callTool(client, "mailbox_delete", { mailbox: name });
  });

  test("cancels a wait on another server", async () => {
    const [one, other] = [await join(), await join()];
    const client = await connect((body) => (body.includes("notifications/cancelled") ? other : one));
    const name = `cancelled-${mode}`;
    await callTool(client, "mailbox_register", { name });
    const stop = new AbortController();
    const waiting = callTool(client, "mail_wait_code", { mailbox: name }, { signal: stop.signal }).catch(() => null);
    await expect.poll(() => one.server.services.mail.pending()).toBe(1);
    stop.abort();
    await expect.poll(() => one.server.services.mail.pending()).toBe(0);
    await waiting;
    await callTool(client, "mailbox_delete", { mailbox: name });
  });
});
