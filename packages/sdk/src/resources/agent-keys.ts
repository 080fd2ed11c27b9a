import type { Schemas, Scope } from "@frontdesk/contract";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { type CallOptions, toInit } from "../requests/sending.ts";
import { readPages } from "./pages.ts";

/** What can be set of a key. */
export interface AgentKeySettings {
  name?: string;
  /** `null` is full access. */
  scopes?: readonly Scope[] | null;
  /** When it stops working; `null` is never. */
  expiry?: Date | string | null;
}

/** The account's agent keys. */
export function createAgentKeys(client: FrontdeskClient) {
  return {
    /** Creates a key; the answer's `token` is shown this once. Without `scopes` it has full access. */
    async create(
      name: string,
      settings: Omit<AgentKeySettings, "name"> & CallOptions = {},
    ): Promise<Schemas["NewAgentKey"]> {
      const init = { body: { name, ...toWire(settings) }, ...toInit(settings, "create()", ["scopes", "expiry"]) };
      return (await unwrap(client.POST("/svc-api/agent-tokens/create", init))).agent_token;
    },

    /** The other keys of the account, without their values. */
    async list(options: CallOptions = {}): Promise<Schemas["AgentKey"][]> {
      const init = toInit(options, "list()");
      const { pages } = await readPages((query) =>
        unwrap(client.GET("/svc-api/agent-tokens/list", { params: { query }, ...init })),
      );
      return pages.flatMap(({ agent_tokens }) => agent_tokens);
    },

    /** Changes what is given; the rest stays. */
    async update(id: string, settings: AgentKeySettings & CallOptions): Promise<Schemas["AgentKey"]> {
      const given = toInit(settings, "update()", ["name", "scopes", "expiry"]);
      const { name } = settings;
      const body = { ...(name === undefined ? {} : { name }), ...toWire(settings) };
      const init = { params: { path: { id } }, body, ...given };
      return (await unwrap(client.PUT("/svc-api/agent-tokens/{id}", init))).agent_token;
    },

    /** Revokes a key. */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      const init = { params: { path: { id } }, ...toInit(options, "delete()") };
      await unwrap(client.DELETE("/svc-api/agent-tokens/{id}", init));
    },
  };
}

function toWire({ scopes, expiry }: Omit<AgentKeySettings, "name">) {
  if (scopes !== undefined && scopes !== null && !Array.isArray(scopes))
    throw new TypeError('`scopes` must be a list, such as ["mailbox:read"], or null for full access.');
  return {
    ...(scopes === undefined ? {} : { scopes: scopes === null ? null : scopes.join(",") }),
    ...(expiry === undefined ? {} : { expiry: expiry instanceof Date ? expiry.toISOString() : expiry }),
  };
}
