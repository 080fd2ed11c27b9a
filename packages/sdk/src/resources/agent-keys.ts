import type { Schemas, Scope } from "@frontdesk/contract";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { type CallOptions, toCheckedInit } from "../requests/send-request.ts";
import { readPages } from "./pages.ts";

/** Settings of an agent key. */
export interface AgentKeySettings {
  name?: string;
  /** `null` grants full access. */
  scopes?: readonly Scope[] | null;
  /** When the key stops working; `null` for never. */
  expiry?: Date | string | null;
}

/** Creates the calls that manage agent keys. Each checks its options first, which also rejects what is not an object. */
export function createAgentKeys(client: FrontdeskClient) {
  return {
    /** Creates a key. Its secret, `token`, is returned only here. Without `scopes` the key has full access. */
    async create(
      name: string,
      settings: Omit<AgentKeySettings, "name"> & CallOptions = {},
    ): Promise<Schemas["NewAgentKey"]> {
      const callInit = toCheckedInit(settings, "create()", ["scopes", "expiry"]);
      const init = { body: { name, ...toRequestBody(settings) }, ...callInit };
      return (await unwrap(client.POST("/svc-api/agent-tokens/create", init))).agent_token;
    },

    /** Lists the account's keys, except the one of this client, without their secrets. */
    async list(options: CallOptions = {}): Promise<Schemas["AgentKey"][]> {
      const init = toCheckedInit(options, "list()");
      const { pages } = await readPages((query) =>
        unwrap(client.GET("/svc-api/agent-tokens/list", { params: { query }, ...init })),
      );
      return pages.flatMap(({ agent_tokens }) => agent_tokens);
    },

    /** Changes the given settings of a key. The others stay as they are. Rejects with a TypeError for unknown settings. */
    async update(id: string, settings: AgentKeySettings & CallOptions): Promise<Schemas["AgentKey"]> {
      const callInit = toCheckedInit(settings, "update()", ["name", "scopes", "expiry"]);
      // `toRequestBody` has the other settings only: it also serves `create()`, in which the name is an argument of its own.
      const newName = settings.name === undefined ? {} : { name: settings.name };
      const init = { params: { path: { id } }, body: { ...newName, ...toRequestBody(settings) }, ...callInit };
      return (await unwrap(client.PUT("/svc-api/agent-tokens/{id}", init))).agent_token;
    },

    /** Revokes a key. It stops working at once. */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      const init = { params: { path: { id } }, ...toCheckedInit(options, "delete()") };
      await unwrap(client.DELETE("/svc-api/agent-tokens/{id}", init));
    },
  };
}

/** Converts settings to the body of a request. A setting that is not given stays as it is. @throws TypeError */
function toRequestBody({ scopes, expiry }: Omit<AgentKeySettings, "name">) {
  if (scopes !== undefined && scopes !== null && !Array.isArray(scopes))
    throw new TypeError('`scopes` must be a list, such as ["mailbox:read"], or null for full access.');
  const fullAccess = null;
  const scopeText = scopes?.join(",") ?? fullAccess;
  const expiryText = expiry instanceof Date ? expiry.toISOString() : expiry;
  return {
    ...(scopes === undefined ? {} : { scopes: scopeText }),
    ...(expiryText === undefined ? {} : { expiry: expiryText }),
  };
}
