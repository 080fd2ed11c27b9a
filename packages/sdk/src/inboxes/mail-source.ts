import type { Schemas } from "@frontdesk/contract";
import { orNull } from "../errors.ts";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { toLimits } from "../requests/sending.ts";
import { type Source, toPage, toReadInit } from "../waiting/source.ts";

/** What lists show of a mail. */
export type MailSummary = Schemas["EmailSummary"];

/** A mailbox as the wait loop needs it. */
export function toMailSource(
  client: FrontdeskClient,
  address: string,
  rejected: Source<MailSummary>["rejected"],
): Source<MailSummary> {
  return {
    address,
    channel: "email",
    rejected,
    recent: (query) => toPage(client.GET("/svc-api/mail/recent", toReadInit(query)), ({ emails }) => emails),
    async body(id, signal) {
      const init = { params: { path: { id } }, ...toLimits(signal) };
      const found = await unwrap(client.GET("/svc-api/mail/message/{id}", init)).catch(orNull(404));
      return found?.email.body ?? null;
    },
  };
}
