import type { RemoteCaller } from "@frontdesk/mcp/remote";
import { H3 } from "h3";
import { beforeEach, expect, test, vi } from "vitest";
import { createClientIpReader } from "../../src/http/client-network.ts";
import { attachMcp } from "../../src/http/mcp.ts";
import { deletedKeyChannel } from "../../src/store/agent-keys.ts";
import { version } from "../../src/version.ts";

const remote = vi.hoisted(() => ({ create: vi.fn(), callers: [] as RemoteCaller[] }));
vi.mock("@frontdesk/mcp/remote", () => ({ createRemoteTools: remote.create }));

beforeEach(() => {
  remote.callers.length = 0;
  remote.create.mockReset().mockReturnValue({
    async fetch(_request: Request, caller: RemoteCaller) {
      remote.callers.push(caller);
      const headers = { "content-type": "application/json", "access-control-allow-origin": "none", "x-own": "1" };
      return new Response("result", { status: 202, headers });
    },
  });
});

function open() {
  const app = new H3();
  const listeners = new Map<string, (id: string) => void>();
  const bus = {
    subscribe(channel: string, listener: (id: string) => void) {
      listeners.set(channel, listener);
      return () => void listeners.delete(channel);
    },
  };
  const stopping = new AbortController();
  const log = { warn: vi.fn() };
  const parts = {
    app,
    services: {
      facts: { publicUrl: "https://desk.test" },
      options: { edition: "later", packagesPublished: true },
      agentKeys: { find: async () => ({ id: "key_1" }) },
    },
    authenticator: { mcp: async () => ({ key: { id: "key_1" } }) },
    clientIpOf: () => "192.0.2.7",
    bus,
    stopping: stopping.signal,
    log,
    toChallenge: () => null,
  };
  attachMcp(parts as unknown as Parameters<typeof attachMcp>[0]);
  const post = (path = "/mcp") => {
    const headers = { "content-type": "application/json", authorization: "bearer  svcagt_one" };
    return app.fetch(new Request(`https://desk.test${path}`, { method: "POST", headers, body: '{"id":1}' }));
  };
  return { app, post, bus, listeners, stopping, log };
}

test("the tools are made once for all calls, at the first one, from what the server knows", async () => {
  const { post, bus, stopping, log } = open();
  expect(remote.create).not.toHaveBeenCalled();
  await Promise.all([post(), post("/mcp/")]);
  await post();
  expect(remote.create).toHaveBeenCalledOnce();
  const [{ baseUrl, skill, ...others }] = remote.create.mock.calls[0]!;
  expect(others).toEqual({ bus, stopping: stopping.signal, log: log.warn });
  expect([baseUrl(), skill().includes(`@frontdesk/mcp@${version}`)]).toEqual(["https://desk.test", true]);
});

test("a call is passed on with its key and body, and its result has the headers that pages need", async () => {
  const { post } = open();
  const response = await post();
  expect([response.status, await response.text(), Object.fromEntries(response.headers)]).toEqual([
    202,
    "result",
    {
      "content-type": "application/json",
      "x-own": "1",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      "access-control-expose-headers": "www-authenticate, mcp-session-id, mcp-protocol-version",
    },
  ]);
  expect(remote.callers).toMatchObject([{ key: "svcagt_one", body: { id: 1 } }]);
});

test("what a tool sends is a request of the client whose call it is", async () => {
  const { app, post } = open();
  const ips: (string | null)[] = [];
  const ipOf = createClientIpReader([]);
  app.get("/asked", ({ req }) => {
    ips.push(ipOf(req));
    return "answer";
  });
  await post();
  const [{ send }] = remote.callers as [RemoteCaller];
  const answer = await send(new Request("https://desk.test/asked"));
  expect([await answer.text(), ips]).toEqual(["answer", ["192.0.2.7"]]);
});

test("a call is told that its key was revoked until it has ended", async () => {
  const { post, listeners } = open();
  for (let call = 0; call < 2; call++) await post();
  const [going, ended] = remote.callers as [RemoteCaller, RemoteCaller];
  ended.onEnd?.();
  listeners.get(deletedKeyChannel)?.("key_2");
  expect(going.revoked?.aborted).toBe(false);
  listeners.get(deletedKeyChannel)?.("key_1");
  expect([going.revoked?.aborted, ended.revoked?.aborted]).toEqual([true, false]);
});
