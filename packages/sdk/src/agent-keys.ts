import type { Schemas, Scope } from "@frontdesk/contract";
import { type FrontdeskClient, unwrap } from "./client.ts";
import { checkOptions } from "./known-options.ts";
import { readPages } from "./pages.ts";
import { type CallOptions, toInit } from "./sending.ts";

/** What can be set of a key. */
export interface AgentKeySettings {
  name?: string;
  /** `null` is full access. */
  scopes?: readonly Scope[] | null;
  /** When it stops working; `null` is never. */
  expiry?: Date | string | null;
}

const callOptions = ["timeout", "signal"];

/** The account's agent keys. */
export function createAgentKeys(client: FrontdeskClient) {
  return {
    /** Creates a key; the answer's `token` is shown this once. Without `scopes` it has full access. */
    async create(
      name: string,
      settings: Omit<AgentKeySettings, "name"> & CallOptions = {},
    ): Promise<Schemas["NewAgentKey"]> {
      checkOptions(settings, ["scopes", "expiry", ...callOptions], "create()");
      const body = { name, ...toWire(settings) };
      return (await unwrap(client.POST("/svc-api/agent-tokens/create", { body, ...toInit(settings) }))).agent_token;
    },

    /** The other keys of the account, without their values. */
    async list(options: CallOptions = {}): Promise<Schemas["AgentKey"][]> {
      checkOptions(options, callOptions, "list()");
      const init = toInit(options);
      const { pages } = await readPages((query) =>
        unwrap(client.GET("/svc-api/agent-tokens/list", { params: { query }, ...init })),
      );
      return pages.flatMap(({ agent_tokens }) => agent_tokens);
    },

    /** Changes what is given; the rest stays. */
    async update(id: string, { name, ...settings }: AgentKeySettings & CallOptions): Promise<Schemas["AgentKey"]> {
      checkOptions(settings, ["scopes", "expiry", ...callOptions], "update()");
      const body = { ...(name === undefined ? {} : { name }), ...toWire(settings) };
      return (
        await unwrap(client.PUT("/svc-api/agent-tokens/{id}", { params: { path: { id } }, body, ...toInit(settings) }))
      ).agent_token;
    },

    /** Revokes a key. */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      checkOptions(options, callOptions, "delete()");
      await unwrap(client.DELETE("/svc-api/agent-tokens/{id}", { params: { path: { id } }, ...toInit(options) }));
    },
  };
}

function toWire({ scopes, expiry }: Omit<AgentKeySettings, "name">) {
  return {
    ...(scopes === undefined ? {} : { scopes: scopes === null ? null : scopes.join(",") }),
    ...(expiry === undefined ? {} : { expiry: expiry instanceof Date ? expiry.toISOString() : expiry }),
  };
}
