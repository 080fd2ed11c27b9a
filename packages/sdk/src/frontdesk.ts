import type { Schemas } from "@frontdesk/contract";
import { toClients } from "./inboxes/mailbox.ts";
import { type FrontdeskClient, unwrap } from "./requests/client.ts";
import { toAgentKey, toBaseUrl } from "./requests/environment.ts";
import { checkOptions } from "./requests/known-options.ts";
import { type CallOptions, type Fetch, toCheckedInit } from "./requests/send-request.ts";
import { createAgentKeys } from "./resources/agent-keys.ts";
import { createAudit } from "./resources/audit.ts";
import { createAuthenticators } from "./resources/authenticators.ts";
import { createMailboxes } from "./resources/mailboxes.ts";
import { omitSuccess } from "./resources/omit-success.ts";
import { createSmsInboxes } from "./resources/sms-inboxes.ts";
import { createSubdomains } from "./resources/subdomains.ts";
import { createWebhooks } from "./resources/webhooks.ts";

export interface FrontdeskOptions {
  /** URL of the server, such as `http://localhost:8787`. @default FRONTDESK_URL of the environment */
  baseUrl?: string;
  /** An agent key, `svcagt_…`. @default FRONTDESK_KEY of the environment */
  key?: string;
  /** @default globalThis.fetch, looked up at each request */
  fetch?: Fetch;
  /** Retries requests that failed because the server was unreachable, overloaded or restarting. @default true */
  retries?: boolean;
}

/** Everything that an agent key can manage. */
export interface Frontdesk {
  mailboxes: ReturnType<typeof createMailboxes>;
  smsInboxes: ReturnType<typeof createSmsInboxes>;
  subdomains: ReturnType<typeof createSubdomains>;
  agentKeys: ReturnType<typeof createAgentKeys>;
  webhooks: ReturnType<typeof createWebhooks>;
  authenticators: ReturnType<typeof createAuthenticators>;
  audit: ReturnType<typeof createAudit>;
  /** Returns the key's scopes and the account's quotas. */
  account(options?: CallOptions): Promise<Pick<Schemas["AccountResponse"], "account" | "agent_token">>;
  /** Returns the server's version, edition, domains and limits. */
  version(options?: CallOptions): Promise<Omit<Schemas["ServerVersion"], "success">>;
  /** Typed calls of every path of the API. */
  client: FrontdeskClient;
}

/**
 * Creates the client of an agent key.
 *
 * @throws TypeError if neither the options nor the environment name a server and a key
 * @example
 * const frontdesk = createFrontdesk(); // FRONTDESK_URL and FRONTDESK_KEY
 * const mailbox = await frontdesk.mailboxes.register("signup");
 * const { code } = await mailbox.waitForCode();
 */
export function createFrontdesk(options: FrontdeskOptions = {}): Frontdesk {
  checkOptions(options, ["baseUrl", "key", "fetch", "retries"], "createFrontdesk()");
  const { fetch, retries } = options;
  const baseUrl = toBaseUrl(options.baseUrl);
  const connectWithKey = (key: string) => toClients({ baseUrl, key, fetch, retries });
  // `calls` retries failed requests. The other client, `waits`, does not: only the wait loops of inboxes use it. Each inbox connects with
  // its own key, so the two creators of inboxes get `connectWithKey`.
  const client = connectWithKey(toAgentKey(options.key)).calls;
  return {
    mailboxes: createMailboxes(client, connectWithKey),
    smsInboxes: createSmsInboxes(client, connectWithKey),
    subdomains: createSubdomains(client, baseUrl),
    agentKeys: createAgentKeys(client),
    webhooks: createWebhooks(client),
    authenticators: createAuthenticators(client),
    audit: createAudit(client),
    /** Returns the account and the agent key, without the response's `success`. */
    async account(options = {}) {
      const { account, agent_token } = await unwrap(
        client.GET("/svc-api/account", toCheckedInit(options, "account()")),
      );
      return { account, agent_token };
    },
    async version(options = {}) {
      return omitSuccess(await unwrap(client.GET("/svc-api/server/version", toCheckedInit(options, "version()"))));
    },
    client,
  };
}
