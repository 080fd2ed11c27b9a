import { H3 } from "h3";
import { expect, test, vi } from "vitest";
import { attachMcp } from "../../src/http/mcp.ts";

const end = vi.hoisted(() => vi.fn());

vi.mock("../../src/http/running-keys.ts", () => ({
  createRunningKeys: () => ({ watch: () => ({ signal: new AbortController().signal, end }) }),
}));
vi.mock("@frontdesk/mcp/remote", () => ({
  createRemoteTools: () => ({
    fetch: async () => {
      throw new Error("The tools failed.");
    },
  }),
}));

function post(findKey: () => Promise<object | null>) {
  const app = new H3();
  const parts = {
    app,
    services: { facts: { publicUrl: "https://desk.test" }, agentKeys: { find: findKey } },
    authenticator: { mcp: async () => ({ key: { id: "key_1" } }) },
    rates: {},
    clientNetworkOf: () => "192.0.2.1",
    clientIpOf: () => "192.0.2.1",
    bus: {},
    stopping: new AbortController().signal,
    log: {},
    toChallenge: () => null,
  };
  attachMcp(parts as unknown as Parameters<typeof attachMcp>[0]);
  return app.fetch(
    new Request("https://desk.test/mcp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }),
  );
}

test.each([
  ["whose key was deleted before it began", async () => null, 401, "This agent access key was revoked."],
  ["whose tools fail", async () => ({ id: "key_1" }), 500, undefined],
])("a call %s is no longer watched for a revocation", async (_kind, findKey, status, error) => {
  end.mockClear();
  const response = await post(findKey);
  expect(response.status).toBe(status);
  if (error) {
    expect(await response.json()).toEqual({ error, code: "unauthenticated" });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  }
  expect(end).toHaveBeenCalledOnce();
});
