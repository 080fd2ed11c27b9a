import type { Schemas } from "@frontdesk/contract";
import { type Clock, toTimestamp } from "../clock.ts";
import { truncate } from "../inbox/snippet.ts";
import type { ServerBus } from "../storage/types.ts";

/** A recipient that was rejected, with the reason and the time. */
export type RejectedRecipient = Schemas["RejectedMail"];

/** Recipients that any server of the cluster rejected lately. Explains why a mail to a mistyped address never arrives. */
export interface RejectedMail {
  /** Adds a recipient on every server of the cluster. */
  add(recipient: string, reason: RejectedRecipient["reason"]): void;
  /** Returns the last 50, newest first. */
  list(): RejectedRecipient[];
}

const maxEntries = 50;
/** Limited, because any client can cause an entry. */
const maxRecipientCharacters = 500;
const rejectedMailTopic = "refused-mail";

/** Creates the list of rejected recipients. It is in memory only, and gets the entries of all servers through the bus. */
export function createRejectedMail({ bus, clock }: { bus: ServerBus; clock: Clock }): RejectedMail {
  let latest: RejectedRecipient[] = [];
  bus.subscribe(rejectedMailTopic, (text) => {
    // The cast is safe: only `add` of this or another server publishes to this topic.
    latest = [JSON.parse(text) as RejectedRecipient, ...latest].slice(0, maxEntries);
  });
  return {
    /** Publishes a rejected recipient to all servers, also to this one, which then add the recipient to their lists. */
    add(recipient, reason) {
      const rejected: RejectedRecipient = {
        recipient: truncate(recipient, maxRecipientCharacters),
        reason,
        at: toTimestamp(clock.now()),
      };
      // Publishing never rejects.
      void bus.publish(rejectedMailTopic, JSON.stringify(rejected));
    },
    list: () => latest,
  };
}
