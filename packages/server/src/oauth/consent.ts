import type { Scope } from "@frontdesk/contract";
import * as v from "valibot";
import { type Clock, toTimestamp } from "../clock.ts";
import type { AccountLimits } from "../limits/account-limits.ts";
import { Problem } from "../problem.ts";
import type { Kv } from "../storage/types.ts";
import type { StoredAccount } from "../store/accounts.ts";
import type { AgentKeyStore, StoredAgentKey } from "../store/agent-keys.ts";
import { hashToken } from "../text/ids.ts";
import { codeMs, issueCode } from "./authorization-codes.ts";
import type { AuthorizationRequest, AuthorizationRequests } from "./authorization-requests.ts";
import type { GrantCleanup } from "./grant-cleanup.ts";
import { addParameters, isLoopbackUri, redirectHostOf } from "./redirect-uris.ts";
import { untickedScopes } from "./scopes.ts";

const dayMs = 86_400_000;
/** How long a connection may last, in milliseconds; `null`: until it is revoked. */
const durationMsByChoice = { day: dayMs, month: 30 * dayMs, unlimited: null } as const;

const decisionSchema = v.object({
  request: v.string(),
  scopes: v.pipe(v.array(v.string()), v.minLength(1)),
  duration: v.picklist(["day", "month", "unlimited"]),
});
const referenceSchema = v.object({ request: v.string() });

/** The signed-in person. */
export interface Approver {
  account: StoredAccount;
  key: StoredAgentKey;
  ip: string | null;
}

interface ConsentParts {
  kv: Kv;
  clock: Clock;
  limits: AccountLimits;
  agentKeys: Pick<AgentKeyStore, "count">;
  requests: AuthorizationRequests;
  cleanup: Pick<GrantCleanup, "enterCode">;
  /** Returns the URL of this server, which issues the tokens. */
  issuer(): string;
}

/** The decisions of a signed-in person on the requests of clients. Each function needs an agent key with `token:write`. */
export function createConsent({ kv, clock, limits, agentKeys, requests, cleanup, issuer }: ConsentParts) {
  /** Returns the URL that takes the person back to the client. */
  const toRedirect = ({ redirectUri, state }: AuthorizationRequest, result: { code?: string; error?: string }) => ({
    redirect: addParameters(redirectUri, { ...result, state, iss: issuer() }),
  });

  return {
    /**
     * Describes an open request for the consent page: who asks, which scopes, and until when at most. A scope is `allowed` if the
     * signed-in person's key has it.
     */
    async describe(body: unknown, { account, key }: Approver) {
      const { clientName, verifiedHost, redirectUri, scopes } = await requests.get(
        parseBody(referenceSchema, body).request,
      );
      return {
        client: {
          name: clientName,
          host: redirectHostOf(redirectUri),
          redirect_uri: redirectUri,
          is_local: isLoopbackUri(redirectUri),
          verified_host: verifiedHost,
        },
        account: account.name,
        scopes: scopes.map((scope) => ({
          scope,
          // A scope that reads second factors must be granted on purpose, so its box is not ticked.
          ticked: !untickedScopes.includes(scope),
          allowed: isHeldBy(key, scope),
        })),
        expiry: connectionExpiryLimit(key),
      };
    },

    /**
     * Approves a request with the scopes and the duration that the person chose. Returns the URL that takes the person back to
     * the client, with a code that the client exchanges for tokens. The exchange compares the hash of its client's id with `client`.
     * A code that has expired is deleted by `cleanup`. @throws Problem
     */
    async approve(body: unknown, { account, key, ip }: Approver) {
      const { request: id, scopes, duration } = parseBody(decisionSchema, body);
      const offeredScopes = (await requests.get(id)).scopes.filter((scope) => isHeldBy(key, scope));
      const grantedScopes = offeredScopes.filter((scope) => scopes.includes(scope));
      const distinctScopes = new Set(scopes);
      const areAllOffered = grantedScopes.length === distinctScopes.size;
      if (!areAllOffered)
        throw new Problem("missing_scope", "The request or this key does not have one of the scopes. Reload the page.");
      const max = limits.agentKeys();
      if (max !== null && (await agentKeys.count(account.id)) >= max)
        throw new Problem("limit_reached", `This account has ${max} agent keys. Revoke one, then allow this again.`);
      const expiry = toConnectionExpiry(durationMsByChoice[duration], key, clock.now());
      // The request is taken only after the checks, so that the person can decide again after an error.
      const request = await requests.take(id);
      const { code, hash, write } = issueCode({
        account: account.id,
        approver: key.id,
        isSession: key.session === true,
        ip,
        client: hashToken(request.clientId),
        clientName: request.clientName,
        redirectUri: request.redirectUri,
        challenge: request.challenge,
        scopes: grantedScopes,
        expiry,
        expires: clock.now() + codeMs,
      });
      await kv.commit([write, await cleanup.enterCode(hash, clock.now() + codeMs)]);
      return toRedirect(request, { code });
    },

    /** Denies a request. Returns the URL that says so to the client. */
    async deny(body: unknown) {
      return toRedirect(await requests.take(parseBody(referenceSchema, body).request), { error: "access_denied" });
    },
  };
}

const isHeldBy = ({ scopes }: StoredAgentKey, scope: Scope) => scopes === null || scopes.includes(scope);

/** Returns the time that a connection of this key cannot outlive; `null` for none. A dashboard session stands for the account. */
const connectionExpiryLimit = ({ session, expiry }: StoredAgentKey) => (session ? null : expiry);

/** Returns when a connection ends, RFC 3339: after the duration, at the latest with the key that approves it. */
function toConnectionExpiry(durationMs: number | null, key: StoredAgentKey, now: number): string | null {
  const limit = connectionExpiryLimit(key);
  if (durationMs === null) return limit;
  const chosen = now + durationMs;
  return limit !== null && Date.parse(limit) < chosen ? limit : toTimestamp(chosen);
}

/** Validates the body of a consent page's call. @throws Problem `invalid_request` */
function parseBody<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const { success, output } = v.safeParse(schema, body);
  if (success) return output;
  throw new Problem("invalid_request", "The decision is incomplete: it needs the request, scopes and a duration.");
}
