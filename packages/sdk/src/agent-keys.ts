import type { Schemas, Scope } from "@frontdesk/contract";
import { type FrontdeskClient, unwrap } from "./client.ts";

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
    async create(name: string, settings: Omit<AgentKeySettings, "name"> = {}): Promise<Schemas["NewAgentKey"]> {
      const body = { name, ...toWire(settings) };
      return (await unwrap(client.POST("/svc-api/agent-tokens/create", { body }))).agent_token;
    },

    /** The other keys of the account, without their values. */
    async list(): Promise<Schemas["AgentKey"][]> {
      return (await unwrap(client.GET("/svc-api/agent-tokens/list"))).agent_tokens;
    },

    /** Changes what is given; the rest stays. */
    async update(id: string, { name, ...settings }: AgentKeySettings): Promise<Schemas["AgentKey"]> {
      const body = { ...(name === undefined ? {} : { name }), ...toWire(settings) };
      return (await unwrap(client.PUT("/svc-api/agent-tokens/{id}", { params: { path: { id } }, body }))).agent_token;
    },

    /** Revokes a key. */
    async delete(id: string): Promise<void> {
      await unwrap(client.DELETE("/svc-api/agent-tokens/{id}", { params: { path: { id } } }));
    },
  };
}

function toWire({ scopes, expiry }: Omit<AgentKeySettings, "name">) {
  return {
    ...(scopes === undefined ? {} : { scopes: scopes === null ? null : scopes.join(",") }),
    ...(expiry === undefined ? {} : { expiry: expiry instanceof Date ? expiry.toISOString() : expiry }),
  };
}
