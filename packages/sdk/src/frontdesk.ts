import type { Schemas } from "@frontdesk/contract";
import { createAgentKeys } from "./agent-keys.ts";
import { createClient, type Fetch, type FrontdeskClient, unwrap } from "./client.ts";
import { createMailboxes } from "./mailboxes.ts";
import { createSmsTokens } from "./sms-tokens.ts";
import { createSubdomains } from "./subdomains.ts";

export interface FrontdeskOptions {
  /** Where the server is, such as `http://localhost:8787`. */
  baseUrl: string;
  /** An agent access key, `svcagt_…`. */
  accessKey: string;
  /** @default globalThis.fetch, looked up at each request */
  fetch?: Fetch;
}

/** Everything one agent key may manage. */
export interface Frontdesk {
  mailboxes: ReturnType<typeof createMailboxes>;
  smsTokens: ReturnType<typeof createSmsTokens>;
  subdomains: ReturnType<typeof createSubdomains>;
  agentKeys: ReturnType<typeof createAgentKeys>;
  /** What the key may do, and how much room is left. */
  account(): Promise<Pick<Schemas["AccountAnswer"], "account" | "agent_token">>;
  /** The typed low level: every path of the API. */
  client: FrontdeskClient;
}

/**
 * The way in for whoever holds an agent access key.
 *
 * @example
 * const frontdesk = createFrontdesk({ baseUrl: "http://localhost:8787", accessKey });
 * const mailbox = await frontdesk.mailboxes.register("signup");
 * const { code } = await mailbox.waitForCode();
 */
export function createFrontdesk({ baseUrl, accessKey, fetch }: FrontdeskOptions): Frontdesk {
  const connect = (token: string) => createClient({ baseUrl, token, ...(fetch ? { fetch } : {}) });
  const client = connect(accessKey);
  return {
    mailboxes: createMailboxes(client, connect),
    smsTokens: createSmsTokens(client, connect),
    subdomains: createSubdomains(client, baseUrl),
    agentKeys: createAgentKeys(client),
    async account() {
      const { account, agent_token } = await unwrap(client.GET("/svc-api/account"));
      return { account, agent_token };
    },
    client,
  };
}
