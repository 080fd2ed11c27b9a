import { scopes as allScopes } from "@frontdesk/contract";
import type { Scope } from "@frontdesk/sdk";
import { type Frontdesk, FrontdeskError } from "@frontdesk/sdk";
import * as v from "valibot";
import { parameters } from "../calls/parameters.ts";
import { holdsScope, splitScopes } from "../calls/scopes.ts";
import { defineTool } from "../calls/tool.ts";
import { cleanLine } from "../text/clean.ts";
import { ToolFailure } from "../text/failure.ts";
import { checkSecretsFolder, writeSecret } from "../text/secrets.ts";

const { keyName, scopes, expiresInDays, newExpiry, keyId, limit } = parameters;
const listTool = "key_list";
const msPerDay = 86_400_000;
/** Longer names are cut in results, to save tokens. */
const maxNameLength = 64;

export const keyTools = [
  defineTool({
    name: "key_create",
    title: "Create agent key",
    description:
      "Creates a key with some of this key's scopes for another agent and writes it to a private file. Returns the path, never the key. Undo: key_revoke.",
    toolset: "keys",
    scope: "token:write",
    effect: "adds",
    needsPerson: true,
    input: { name: keyName, scopes, expiresInDays: v.optional(expiresInDays) },
    output: { keyId: v.string(), file: v.string(), expires: v.string() },
    listTool,
    isLocal: true,
    /** Creates an agent key and writes it to a file, so that it never enters the conversation. */
    async run({ name, scopes, expiresInDays = 30 }, { frontdesk, state }) {
      const expiry = new Date(Date.now() + expiresInDays * msPerDay);
      await checkSecretsFolder(state.settings.secretsFolder);
      const key = await frontdesk.agentKeys
        .create(name, { scopes: toScopes(scopes), expiry })
        .catch((error) => explainRejection(error, frontdesk, "key_create"));
      try {
        const file = await writeSecret(state.settings.secretsFolder, `agent-${key.id}.key`, key.token);
        return { facts: { keyId: key.id, file, expires: key.expiry ?? "never" } };
      } catch (error) {
        // A key that is in no file is useless.
        await frontdesk.agentKeys.delete(key.id);
        throw error;
      }
    },
  }),
  defineTool({
    name: "key_list",
    title: "List agent keys",
    description: "Lists the account's other keys with name, scopes and expiry; never their values.",
    toolset: "keys",
    scope: "token:read",
    effect: "reads",
    input: { limit: v.optional(limit) },
    output: {
      keys: v.array(v.object({ keyId: v.string(), name: v.string(), scopes: v.string(), expires: v.string() })),
      more: v.number(),
    },
    /** Lists the agent keys without their values; `more` counts those beyond the limit. */
    async run({ limit = 10 }, { frontdesk }) {
      const keys = await frontdesk.agentKeys.list();
      return {
        facts: {
          keys: keys.slice(0, limit).map(({ id, name, scopes, expiry }) => ({
            keyId: id,
            // Cut, to save tokens.
            name: cleanLine(name, maxNameLength),
            scopes: scopes ?? "all",
            expires: expiry ?? "never",
          })),
          more: Math.max(0, keys.length - limit),
        },
      };
    },
  }),
  defineTool({
    name: "key_update",
    title: "Update agent key",
    description: "Changes another key's name, scopes or expiry; omitted settings stay. Grants only scopes of this key.",
    toolset: "keys",
    scope: "token:write",
    effect: "changes",
    idempotent: true,
    needsPerson: true,
    input: {
      keyId,
      name: v.optional(keyName),
      scopes: v.optional(scopes),
      expiresInDays: v.optional(newExpiry),
    },
    output: { keyId: v.string(), name: v.string(), scopes: v.string(), expires: v.string() },
    listTool,
    /** Changes the given settings of an agent key and keeps the others. */
    async run({ keyId, name, scopes, expiresInDays }, { frontdesk }) {
      if (name === undefined && scopes === undefined && expiresInDays === undefined)
        throw new ToolFailure("bad_argument", "Nothing to change: `name`, `scopes` and `expiresInDays` are missing.", {
          tool: "key_update",
          hint: "with at least one of them",
        });
      const key = await frontdesk.agentKeys
        .update(keyId, {
          ...(name === undefined ? {} : { name }),
          ...(scopes === undefined ? {} : { scopes: toScopes(scopes) }),
          ...(expiresInDays === undefined ? {} : { expiry: new Date(Date.now() + expiresInDays * msPerDay) }),
        })
        .catch((error) => explainRejection(error, frontdesk, "key_update"));
      const { id, expiry } = key;
      const facts = {
        keyId: id,
        name: cleanLine(key.name, maxNameLength),
        scopes: key.scopes ?? "all",
        expires: expiry ?? "never",
      };
      return { facts };
    },
  }),
  defineTool({
    name: "key_revoke",
    title: "Revoke agent key",
    description: "Revokes another key at once and returns its id; its users are locked out. Cannot be undone.",
    toolset: "keys",
    scope: "token:write",
    effect: "removes",
    input: { keyId },
    output: { revoked: v.string() },
    listTool,
    async run({ keyId }, { frontdesk }) {
      await frontdesk.agentKeys.delete(keyId);
      return { facts: { revoked: keyId } };
    },
  }),
];

const knownScopes = allScopes.join(", ");

/** Converts the argument `scopes` to a list. The cast is for the compiler alone: the server rejects unknown scopes. */
function toScopes(argument: string): Scope[] {
  return splitScopes(argument) as Scope[];
}

/**
 * Throws an error that explains why the server rejected a key's settings, or the original one if that is clear enough. A caller that may
 * create keys (`token:write`) and lacks a scope tried to grant more than it holds itself: a scope, or a later expiry.
 */
async function explainRejection(error: unknown, frontdesk: Frontdesk, tool: string): Promise<never> {
  if (!(error instanceof FrontdeskError)) throw error;
  // The other arguments were checked before the call, so only the scopes can be wrong. The key of a connection may not have all of them.
  if (error.status === 400)
    throw new ToolFailure(
      "bad_argument",
      `The argument \`scopes\` names one that is unknown or that this key may not have. There are ${knownScopes}.`,
      { tool, hint: "with scopes of these" },
    );
  const own = error.code === "missing_scope" ? (await frontdesk.account()).agent_token : null;
  const mayGrant = own !== null && (own.scopes === null || holdsScope(own.scopes, "token:write"));
  if (mayGrant && own.expiry !== null)
    throw new ToolFailure(
      "scope_missing",
      `A key can grant only what it holds itself: ${own.scopes ?? "all scopes"}, until ${own.expiry}.`,
      { tool, hint: "with scopes of these, and no later end" },
    );
  if (mayGrant && own.scopes !== null)
    throw new ToolFailure("scope_missing", `A key can grant only scopes that it holds itself: ${own.scopes}.`, {
      tool,
      hint: "with scopes of these",
    });
  throw error;
}
