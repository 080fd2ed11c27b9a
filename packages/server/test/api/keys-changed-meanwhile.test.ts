import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { StoredAgentKey } from "../../src/store/agent-keys.ts";
import { type Desk, openDesk } from "./harness.ts";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  onTestFinished(() => desk.server.close());
});

const createKey = async (body: object, token?: string) =>
  (await desk.call("POST", "agent-tokens/create", { body, ...(token && { token }) })).body.agent_token;

/** What happens to the calling key after it was checked, and what its request gets then. */
const changes: [
  how: string,
  settings: Partial<Pick<StoredAgentKey, "scopes" | "expiry">> | null,
  status: number,
  code: string,
][] = [
  ["was revoked", null, 401, "unauthenticated"],
  ["may manage keys no longer", { scopes: ["mailbox:read"] }, 403, "missing_scope"],
  ["lost a scope that it grants", { scopes: ["token:write"] }, 403, "missing_scope"],
  ["lasts less long than what it grants", { expiry: "2090-01-01T00:00:00.000Z" }, 403, "missing_scope"],
];

test.each(changes)("a key that %s meanwhile creates and changes no other", async (_how, settings, status, code) => {
  const { accounts, agentKeys } = desk.server.services;
  const account = (await accounts.findByName("default"))!;
  const other = await createKey({ name: "other", scopes: "token:read", expiry: "2091-01-01T00:00:00Z" });
  const granted = { name: "new", scopes: "mailbox:read,token:write", expiry: "2092-01-01T00:00:00Z" };
  const { create, update } = agentKeys;
  for (const [method, path, name] of [
    ["POST", "agent-tokens/create", "create"],
    ["PUT", `agent-tokens/${other.id}`, "update"],
  ] as const) {
    const caller = await createKey({ name: "caller" });
    /** Changes the calling key just before its request is carried out. */
    const change = () =>
      settings === null ? agentKeys.remove(caller.id, account.id) : update(caller.id, account.id, settings, () => {});
    if (name === "create")
      vi.spyOn(agentKeys, name).mockImplementationOnce(async (...parameters) => {
        await change();
        return create(...parameters);
      });
    else
      vi.spyOn(agentKeys, name).mockImplementationOnce(async (...parameters) => {
        await change();
        return update(...parameters);
      });
    const refused = await desk.call(method, path, { token: caller.token, body: granted });
    expect([refused.status, refused.body.code]).toEqual([status, code]);
  }
  const { agent_tokens } = (await desk.call("GET", "agent-tokens/list")).body;
  expect(agent_tokens.filter(({ name }: { name: string }) => name !== "caller" && name !== "first key")).toEqual([
    expect.objectContaining({ id: other.id, name: "other", scopes: "token:read", expiry: "2091-01-01T00:00:00.000Z" }),
  ]);
});
