import type { Schemas } from "@frontdesk/contract";
import { type FrontdeskClient, unwrap } from "./client.ts";
import { FrontdeskError } from "./errors.ts";
import { toServerTime } from "./server-time.ts";
import { type Source, toQueryParameters } from "./source.ts";

/** What lists show of a mail. */
export type MailSummary = Schemas["EmailSummary"];

/** A mailbox as the wait loop needs it. */
export function toMailSource(
  client: FrontdeskClient,
  address: string,
  refused: Source<MailSummary>["refused"],
): Source<MailSummary> {
  return {
    address,
    channel: "email",
    refused,
    async recent({ signal, ...query }) {
      const params = { query: toQueryParameters(query) };
      const answer = client.GET("/svc-api/mail/recent", { params, ...(signal ? { signal } : {}) });
      const { emails, cursor, more = false, missed = 0 } = await unwrap(answer);
      return { messages: emails, cursor, more, missed, now: toServerTime((await answer).response) };
    },
    async body(id, signal) {
      const params = { path: { id } };
      const answer = client.GET("/svc-api/mail/message/{id}", { params, ...(signal ? { signal } : {}) });
      const found = await unwrap(answer).catch((error: unknown) => {
        if (error instanceof FrontdeskError && error.status === 404) return null;
        throw error;
      });
      return found?.email.body ?? null;
    },
  };
}
