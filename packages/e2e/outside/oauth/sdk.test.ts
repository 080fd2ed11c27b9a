import { describe, expect, test } from "vitest";
import { connectSdk, createStored, versions } from "./sdk-client.ts";
import { openStage, storages } from "./stage.ts";

describe.each(storages)("on %s", (storage) => {
  test.each(versions)("the client SDK %s goes from the URL alone to a code", async (version) => {
    const stage = await openStage(storage);
    const stored = createStored();
    const client = await connectSdk(version, `${stage.url}/mcp`, stored);
    expect(stored.opened).toHaveLength(1);
    await stage.sendCode("482913");
    const call = { name: "mail_wait_code", arguments: { mailbox: "signup" } };
    expect(JSON.stringify(await client.callTool(call))).toContain("482913");

    // The access token is dead: the SDK refreshes by itself, without a browser.
    stored.tokens = { ...stored.tokens!, access_token: "svcat_expired" };
    const later = await connectSdk(version, `${stage.url}/mcp`, stored);
    expect((await later.listTools()).tools.map(({ name }) => name)).toContain("mail_wait_code");
    expect(stored.opened).toHaveLength(1);

    const { agent_tokens } = await stage.api("GET", "agent-tokens/list");
    expect(agent_tokens).toMatchObject([{ connection: { client: "SDK test", host: "localhost:4000" } }]);
    await stage.api("DELETE", `agent-tokens/${agent_tokens[0]!.id}`);
    await expect(later.callTool(call)).rejects.toThrow();
  });
});

test.each(versions)("the client SDK %s gets fewer tools if the person allows less", async (version) => {
  const stage = await openStage();
  const client = await connectSdk(version, `${stage.url}/mcp`, createStored(), () => ["mailbox:read"]);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("mail_read");
  expect(names).not.toContain("mailbox_register");
});

test.each(versions)("the client SDK %s accepts localhost for a server that calls itself 127.0.0.1", async (version) => {
  const stage = await openStage();
  const client = await connectSdk(version, `${stage.url.replace("127.0.0.1", "localhost")}/mcp`);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
});
