import type { Schemas } from "@frontdesk/contract";
import { orNull } from "../errors.ts";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { toLimits } from "../requests/send-request.ts";
import { type InboxSource, toPage, toReadInit } from "../waiting/inbox-source.ts";

/** A mail as lists show it. */
export type MailSummary = Schemas["EmailSummary"];

/** Creates what the wait loop reads mail from. `rejected` lists rejected recipients, for the error of a wait. */
export function toMailSource(
  client: FrontdeskClient,
  address: string,
  rejected: InboxSource<MailSummary>["rejected"],
): InboxSource<MailSummary> {
  return {
    address,
    channel: "email",
    rejected,
    recent: (query) => toPage(client.GET("/svc-api/mail/recent", toReadInit(query)), ({ emails }) => emails),
    /** Reads the text of a mail; `null` if it was dropped. */
    async body(id, signal) {
      const init = { params: { path: { id } }, ...toLimits(signal) };
      const response = await unwrap(client.GET("/svc-api/mail/message/{id}", init)).catch(orNull(404));
      return response?.email.body ?? null;
    },
  };
}
