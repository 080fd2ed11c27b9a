import { type TokenOwner, tokenPrefixes } from "@frontdesk/basics";
import type { Scope, TokenKind } from "@frontdesk/contract";
import type { AgentContext, AnonymousContext, InboxContext, Services } from "../context.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { Problem } from "../problem.ts";
import { verifySmsGateSignature } from "../sms/signature.ts";
import type { Kv } from "../storage/types.ts";
import type { StoredAgentKey } from "../store/agent-keys.ts";
import { findTokenRecord, type TokenRecord } from "../store/tokens.ts";
import { type ClientIpOf, isInnerRequest } from "./client-network.ts";
import { limitRequests } from "./limit-requests.ts";

const expectedCredentials = {
  agent: `an agent access key as \`Authorization: Bearer ${tokenPrefixes.agent}…\``,
  mailbox: `the mailbox's key as \`Authorization: Bearer ${tokenPrefixes.mailbox}…\``,
  sms: `the SMS key as \`Authorization: Bearer ${tokenPrefixes.sms}…\``,
} as const;

/** Authenticates a request by its credential (else 401) and checks its scope (else 403) (interface section 5). */
export interface RequestAuthenticator {
  /** Accepts a request that needs no credential. */
  anonymous(caller: Request): AnonymousContext;
  agent(header: string | null, scope: Scope | null, caller: Request): Promise<AgentContext>;
  /** Like `agent`, also with the access token of a connection. Needs no scope: each operation that a tool calls checks its own. */
  mcp(header: string | null, caller: Request): Promise<AgentContext>;
  inbox(header: string | null, kind: "mailbox" | "sms", caller: Request): Promise<InboxContext>;
  /** Authenticates a client that signs its body with the SMS key instead of sending it. `body` reads the raw body. */
  signature(id: string, headers: Headers, body: () => Promise<string>, caller: Request): Promise<InboxContext>;
}

/** Longer texts are not credentials. They are rejected without a lookup. */
const maxTokenLength = 256;

/** Creates the authenticator. Each method also counts the request against the rate limits of its key and account. */
export function createAuthenticator(
  services: Services,
  kv: Kv,
  rates: RateLimits,
  clientIpOf: ClientIpOf,
): RequestAuthenticator {
  const { agentKeys, accounts, smsInboxes, clock } = services;
  const toContext = createContextFactory(services, clientIpOf);

  /** Returns the agent key with its current rights. @throws Problem `unauthenticated`, or `missing_scope` if it lacks `scope` */
  async function loadKey(id: string, scope: Scope | null, onFound?: (key: StoredAgentKey) => Promise<void>) {
    const key = await agentKeys.find(id);
    if (!key) throw unauthenticated("agent", "This agent access key was revoked");
    if (key.expiry !== null && Date.parse(key.expiry) <= clock.now())
      throw unauthenticated("agent", "This agent access key has expired");
    await onFound?.(key);
    if (scope !== null && key.scopes !== null && !key.scopes.includes(scope))
      throw new Problem("missing_scope", `This key lacks the scope ${scope}. Use one that has it, or have it added.`);
    return key;
  }

  /**
   * Returns the context of the agent key that a credential stands for. Counts the request against the key's rate limits, and
   * stores when the key was last used; a failure of that does not fail the request.
   *
   * @throws Problem `unauthenticated`, `rate_limited`, or `missing_scope` if the key lacks `scope`; a `scope` of `null`
   * needs none
   */
  async function authenticateAgent({ id }: TokenRecord, scope: Scope | null, caller: Request): Promise<AgentContext> {
    const key = await loadKey(id, scope, async (found) => {
      // Counted before the scope is checked: otherwise a program could repeat requests that lack it without limit.
      limitRequests(rates, found.id, found.account);
      await agentKeys.touch(found).catch(() => {});
    });
    const account = await accounts.get(key.account);
    const authorize = async () => {
      context.key = await loadKey(id, scope);
    };
    const context = toContext({ key, account, authorize }, caller);
    return context;
  }

  /** Finds the stored record of the header's agent key or OAuth access token. Only MCP calls accept an access token. */
  async function findMcpCredential(header: string | null): Promise<TokenRecord> {
    const record = await findCredential(kv, header, ["agent", "access"]);
    // Only the record of an access token has `expires`. Whether an agent key has expired is checked in `authenticateAgent`.
    if (record.expires !== undefined && record.expires <= clock.now())
      throw unauthenticated("agent", "This access token has expired");
    return record;
  }

  return {
    anonymous: (caller) => toContext({}, caller),

    /** Authenticates an agent key; an OAuth access token only if an MCP tool of this process sends the request with it. */
    async agent(header, scope, caller) {
      const isFromTool = isInnerRequest(caller);
      const record = isFromTool ? await findMcpCredential(header) : await findCredential(kv, header, ["agent"]);
      return authenticateAgent(record, scope, caller);
    },

    // `null`: no scope is needed here, because the requests that a tool sends to the API are checked for theirs.
    mcp: async (header, caller) => authenticateAgent(await findMcpCredential(header), null, caller),

    /** Authenticates a mailbox key or an SMS key, and counts the request against the rate limit of the key's inbox. */
    async inbox(header, kind, caller) {
      const { id } = await findCredential(kv, header, [kind]);
      limitRequests(rates, id);
      // Checks again whether the key is still valid. A long poll calls it after each wake-up.
      const authorize = async () => {
        await findCredential(kv, header, [kind]);
      };
      return toContext({ inboxId: id, authorize }, caller);
    },

    /**
     * Authenticates a request for the SMS inbox with this id by its signature: the phone signs the body with the SMS key. Counts
     * the request against the inbox's rate limit.
     */
    async signature(id, headers, body, caller) {
      // Called again by a handler that finds the inbox deleted meanwhile: then it throws.
      const authorize = async () =>
        verifySmsGateSignature({ key: (await smsInboxes.find(id))?.token, headers, body, now: clock.now() });
      await authorize();
      // Counted after the signature was checked, so that requests with a wrong one cannot use up the inbox's limit.
      limitRequests(rates, id);
      return toContext({ inboxId: id, authorize }, caller);
    },
  };
}

/**
 * Returns a function that creates the contexts of requests. They inherit the services by prototype, and the signal is a getter
 * of the class: Node creates the signal on first access, which costs more than most responses. Copying services and defining
 * a getter for each request would load the garbage collector.
 */
function createContextFactory(services: Services, clientIpOf: ClientIpOf) {
  class Context {
    readonly #caller: Request;
    constructor(caller: Request) {
      this.#caller = caller;
    }
    get ip() {
      return clientIpOf(this.#caller);
    }
    get signal() {
      return this.#caller.signal;
    }
  }
  Object.setPrototypeOf(Context.prototype, services);
  // The cast is true: the prototype has the services, which TypeScript cannot see.
  return <Fields extends object>(fields: Fields, caller: Request) =>
    Object.assign(new Context(caller) as Context & Services, fields);
}

/** Credentials that a request may carry. The first is named in errors. */
type Accepted = readonly [Exclude<TokenKind, "none" | "signature">, ...TokenOwner[]];

/**
 * Finds the record of the bearer token in an `Authorization` header. Errors name the first of the accepted kinds.
 *
 * @throws Problem `unauthenticated` for a missing or unknown token, or one whose kind is not accepted
 */
async function findCredential(kv: Kv, header: string | null, accepted: Accepted): Promise<TokenRecord> {
  const [kindInErrors] = accepted;
  const token = /^bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (token === undefined) throw unauthenticated(kindInErrors, "This needs a credential");
  const mayBeCredential = token.length <= maxTokenLength;
  const record = mayBeCredential ? await findTokenRecord(kv, token) : null;
  if (record && accepted.includes(record.owner)) return record;
  throw unauthenticated(
    kindInErrors,
    record ? "This is a credential of another kind" : "This credential is unknown or was revoked",
  );
}

/** Creates the 401 problem: the reason, then the credential that the operation expects. */
function unauthenticated(kind: keyof typeof expectedCredentials, reason: string): Problem {
  return new Problem("unauthenticated", `${reason}. Send ${expectedCredentials[kind]}.`, {
    headers: { "www-authenticate": "Bearer" },
  });
}
