import type { Schemas } from "@frontdesk/contract";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { type CallOptions, toCheckedInit } from "../requests/send-request.ts";
import type { Webhook, WebhookDelivery } from "../waiting/records.ts";
import { readPages } from "./pages.ts";

/** Settings of a webhook. */
export interface WebhookSettings {
  /** @default all events that the key may read, or those of the given inbox */
  events?: readonly Schemas["WebhookEvent"][];
  /** Only mail of this mailbox. */
  mailboxId?: string;
  /** Only messages of this SMS inbox. */
  smsId?: string;
}

/**
 * Creates the calls that manage webhooks, which push each message to a URL. A server with the API's earlier edition has none, and the
 * calls throw NotFoundError.
 */
export function createWebhooks(client: FrontdeskClient) {
  return {
    /**
     * Registers a webhook. Its `secret`, with which the receiver verifies signatures (Standard Webhooks), is returned only here.
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
      // The names say which settings `toCheckedInit` accepts besides those of every call.
      const init = { body, ...toCheckedInit(settings, "register()", ["events", "mailboxId", "smsId"]) };
      const { webhook, secret } = await unwrap(client.POST("/svc-api/webhooks/register", init));
      return { ...webhook, secret };
    },

    /** Lists the webhooks, each with its latest delivery attempts. */
    async list(options: CallOptions = {}): Promise<Webhook[]> {
      const init = toCheckedInit(options, "list()");
      const { pages } = await readPages((query) =>
        unwrap(client.GET("/svc-api/webhooks/list", { params: { query }, ...init })),
      );
      return pages.flatMap(({ webhooks }) => webhooks);
    },

    /** Sends one `webhook.test` event to the webhook, without retries, and returns the result. */
    async test(id: string, options: CallOptions = {}): Promise<WebhookDelivery> {
      const init = { params: { path: { id } }, ...toCheckedInit(options, "test()") };
      return (await unwrap(client.POST("/svc-api/webhooks/{id}/test", init))).delivery;
    },

    /** Deletes a webhook and its pending messages. */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      const init = { params: { path: { id } }, ...toCheckedInit(options, "delete()") };
      await unwrap(client.DELETE("/svc-api/webhooks/{id}", init));
    },
  };
}
