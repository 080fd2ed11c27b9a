import type { Schemas } from "@frontdesk/contract";
import { type Clock, toTimestamp } from "../clock.ts";
import { truncate } from "../inbox/snippet.ts";
import type { Bus } from "../storage/types.ts";

/** A recipient whose mail was refused. */
export type RejectedRecipient = Schemas["RejectedMail"];

/** The recipients that were lately refused, on any server, for whoever waits for a mail to a mistyped address. */
export interface RejectedMail {
  add(recipient: string, reason: RejectedRecipient["reason"]): void;
  /** Newest first. */
  list(): RejectedRecipient[];
}

const most = 50;
const topic = "refused-mail";

export function createRejectedMail({ bus, clock }: { bus: Bus; clock: Clock }): RejectedMail {
  let latest: RejectedRecipient[] = [];
  bus.subscribe(topic, (text) => {
    // What `add` of this or another server published.
    latest = [JSON.parse(text) as RejectedRecipient, ...latest].slice(0, most);
  });
  return {
    add(recipient, reason) {
      const refused: RejectedRecipient = { recipient: truncate(recipient, 500), reason, at: toTimestamp(clock.now()) };
      void bus.publish(topic, JSON.stringify(refused));
    },
    list: () => latest,
  };
}
