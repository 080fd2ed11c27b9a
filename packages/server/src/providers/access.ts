import { tokenPrefixes } from "@frontdesk/basics";
import type { AgentContext, InboxContext, Services } from "../context.ts";
import type { RequestAuthenticator } from "../http/auth.ts";
import { limitRequests } from "../http/limit-requests.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { findReasonForKey, type ProviderClient } from "./keyless-rules.ts";
import type { Provider, ProviderChannel } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** What the caller of a provider's route may deliver to. */
export interface ProviderAccess {
  /** Id of the account whose mailboxes and SMS inboxes are reached. */
  account: string;
  /** Id of the only SMS inbox, for an SMS key. Otherwise `null`: the number decides which inbox gets a message. */
  smsInboxId: string | null;
  /** Whether an SMS to an unknown number may register an SMS inbox. */
  mayRegisterInbox: boolean;
  /** Returns why the key may not deliver on a channel; `null` if it may. */
  findRefusal(channel: ProviderChannel): ProviderError | null;
  /** Checks the credential again, for a body that took long. @throws Problem `unauthenticated` if it was revoked meanwhile */
  recheck(): Promise<void>;
}

/** Checks that the request's key may deliver on this channel, `mail` or `sms`. @throws ProviderError `forbidden` if it may not */
export function requireChannel(access: ProviderAccess, channel: ProviderChannel): void {
  const refusal = access.findRefusal(channel);
  if (refusal !== null) throw refusal;
}

interface AccessParts {
  services: Services;
  authenticator: RequestAuthenticator;
  rates: RateLimits;
}

/** A request whose credential is checked. */
interface AccessRequest {
  provider: Provider;
  request: Request;
  /** The body, if the provider's credential can be in it. */
  body: unknown;
  client: ProviderClient;
}

/** Prefixes of the providers' own keys, which an SDK may insist on. */
const providerPrefixes = /^(?:re_|SG\.)/;

/** Creates the check of the credentials that apps send to providers' routes. @throws ProviderError or Problem for a wrong one */
export function createProviderAccess({ services, authenticator, rates }: AccessParts) {
  /** Returns the access of a request. */
  return async ({ provider, request, body, client }: AccessRequest): Promise<ProviderAccess> => {
    // Without the prefix of the provider's own keys, such as `SG.`, which its SDK may insist on.
    const credential = provider.readCredential(request.headers, body)?.replace(providerPrefixes, "");
    if (!credential)
      throw new ProviderError(
        "unauthenticated",
        `This needs a credential: a key of this server, as ${provider.title}'s.`,
      );
    if (credential.startsWith(tokenPrefixes.sms)) {
      return toInboxAccess(await authenticator.inbox(`Bearer ${credential}`, "sms", request));
    }
    if (credential.startsWith(tokenPrefixes.agent))
      // `null`: no scope is required yet. That of the channel is checked when something is sent.
      return toKeyAccess(await authenticator.agent(`Bearer ${credential}`, null, request));
    const reason = findReasonForKey(request.headers, client, services);
    if (reason !== null)
      throw new ProviderError(
        "unauthenticated",
        `${reason} Use an agent key or an SMS key as ${provider.title}'s key.`,
      );
    return openFirstAccount();
  };

  /** Returns the access of a request with an SMS key: to its own inbox only, and without mail. */
  async function toInboxAccess({ inboxId, smsInboxes, authorize }: InboxContext): Promise<ProviderAccess> {
    const inbox = await smsInboxes.find(inboxId);
    // The inbox was deleted after the key check. `authorize` checks the key again and throws the 401, so `inbox` is there below.
    if (inbox === null) await authorize();
    return {
      account: inbox?.account ?? "",
      smsInboxId: inboxId,
      mayRegisterInbox: false,
      recheck: authorize,
      /** Returns the error for mail, which an SMS key may not deliver; `null` for an SMS. */
      findRefusal(channel) {
        if (channel === "sms") return null;
        return new ProviderError(
          "forbidden",
          "An SMS key delivers no mail. Use an agent key with the scope mail:push.",
        );
      },
    };
  }

  /**
   * Returns the access of a request with an agent key: to all inboxes of its account, so `smsInboxId` names none, as far as the
   * key's scopes allow. A key without a list of scopes has them all.
   */
  function toKeyAccess(context: AgentContext): ProviderAccess {
    // `recheck` replaces the context's key.
    const hasScope = (scope: "mail:push" | "sms:push" | "sms:create") => context.key.scopes?.includes(scope) ?? true;
    return {
      account: context.account.id,
      smsInboxId: null,
      get mayRegisterInbox() {
        return hasScope("sms:create");
      },
      recheck: context.authorize,
      /** Returns the error for a channel whose scope the key lacks, else `null`. */
      findRefusal(channel) {
        const scope = `${channel}:push` as const;
        if (hasScope(scope)) return null;
        return new ProviderError("forbidden", `This key lacks the scope ${scope}. Use one that has it.`);
      },
    };
  }

  /**
   * Returns the access of a local request without a key of this server: to all inboxes of the first account, a developer's only one as a
   * rule, on both channels (`findRefusal`). All such requests together have the rate limit of one key.
   *
   * @throws ProviderError if there is no account, Problem above the limit of requests per minute
   */
  async function openFirstAccount(): Promise<ProviderAccess> {
    const account = await services.accounts.findFirst();
    if (account === null) throw new ProviderError("unauthenticated", "This server has no account.");
    const sharedKeyId = "without a key";
    limitRequests(rates, sharedKeyId, account.id);
    return {
      account: account.id,
      smsInboxId: null,
      // An SMS inbox is registered only for a key with the scope `sms:create`.
      mayRegisterInbox: false,
      findRefusal: () => null,
      recheck: async () => {},
    };
  }
}
