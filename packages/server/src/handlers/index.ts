import type { Handlers } from "@frontdesk/contract";
import type { Contexts } from "../context.ts";
import { accountOperations } from "./account.ts";
import { agentKeyOperations } from "./agent-keys.ts";
import { auditOperations } from "./audit.ts";
import { authenticatorOperations } from "./authenticators.ts";
import { claimOperations } from "./claims.ts";
import { mailOperations } from "./mail.ts";
import { mailboxOperations } from "./mailboxes.ts";
import { phoneSetupOperations } from "./phone-setup.ts";
import { publicOperations } from "./public.ts";
import { pushMailOperations } from "./push-mail.ts";
import { smsOperations } from "./sms.ts";
import { smsInboxOperations } from "./sms-inboxes.ts";
import { subdomainOperations } from "./subdomains.ts";
import { testMailOperations } from "./test-mail.ts";
import { webhookOperations } from "./webhooks.ts";

/** Every operation of the contract; a missing one does not compile. */
export const operationHandlers: Handlers<Contexts> = {
  ...publicOperations,
  ...accountOperations,
  ...subdomainOperations,
  ...mailboxOperations,
  ...mailOperations,
  ...pushMailOperations,
  ...smsInboxOperations,
  ...smsOperations,
  ...agentKeyOperations,
  ...claimOperations,
  ...testMailOperations,
  ...phoneSetupOperations,
  ...webhookOperations,
  ...authenticatorOperations,
  ...auditOperations,
};
