import type { Schemas } from "@frontdesk/contract";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { type CallOptions, toInit } from "../requests/sending.ts";
import type { Webhook, WebhookDelivery } from "../waiting/records.ts";
import { readPages } from "./pages.ts";

/** What a webhook is sent. */
export interface WebhookSettings {
  /** @default what the key may read, or what the named inbox has */
  events?: readonly Schemas["WebhookEvent"][];
  /** The id of a mailbox: its mails alone. */
  mailboxId?: string;
  /** The id of an SMS token: its texts alone. */
  smsId?: string;
}

/** The account's webhooks: messages sent to a program's own address as they arrive (later edition). */
export function createWebhooks(client: FrontdeskClient) {
  return {
    /**
     * Registers an address. The `secret`, by which the receiver verifies what it is sent (Standard Webhooks), is shown this
     * once.
     *
     * @throws LimitReachedError, MissingScopeError
     */
    async register(url: string, settings: WebhookSettings & CallOptions = {}): Promise<Webhook & { secret: string }> {
      const { events, mailboxId, smsId } = settings;
      const body = {
        url,
        ...(events && { events: [...events] }),
        ...(mailboxId === undefined ? {} : { mailbox_id: mailboxId }),
        ...(smsId === undefined ? {} : { sms_id: smsId }),
      };
      const init = { body, ...toInit(settings, "register()", ["events", "mailboxId", "smsId"]) };
      const { webhook, secret } = await unwrap(client.POST("/svc-api/webhooks/register", init));
      return { ...webhook, secret };
    },

    /** Each with its latest tries. */
    async list(options: CallOptions = {}): Promise<Webhook[]> {
      const init = toInit(options, "list()");
      const { pages } = await readPages((query) =>
        unwrap(client.GET("/svc-api/webhooks/list", { params: { query }, ...init })),
      );
      return pages.flatMap(({ webhooks }) => webhooks);
    },

    /** Sends one message of type `webhook.test` now. Resolves with what came of it. */
    async test(id: string, options: CallOptions = {}): Promise<WebhookDelivery> {
      const init = { params: { path: { id } }, ...toInit(options, "test()") };
      return (await unwrap(client.POST("/svc-api/webhooks/{id}/test", init))).delivery;
    },

    /** Deletes a webhook and what waits for it. */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      const init = { params: { path: { id } }, ...toInit(options, "delete()") };
      await unwrap(client.DELETE("/svc-api/webhooks/{id}", init));
    },
  };
}
