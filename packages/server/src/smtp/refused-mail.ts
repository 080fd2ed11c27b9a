import type { Schemas } from "@frontdesk/contract";
import { type Clock, toTimestamp } from "../clock.ts";
import { toBounded } from "../inbox/snippet.ts";
import type { Bus } from "../storage/types.ts";

/** A recipient whose mail was refused. */
export type Refused = Schemas["RefusedMail"];

/** The recipients that were lately refused, on any server, for whoever waits for a mail to a mistyped address. */
export interface RefusedMail {
  add(recipient: string, reason: Refused["reason"]): void;
  /** Newest first. */
  list(): Refused[];
}

const most = 50;
const topic = "refused-mail";

export function createRefusedMail({ bus, clock }: { bus: Bus; clock: Clock }): RefusedMail {
  let latest: Refused[] = [];
  bus.subscribe(topic, (text) => {
    // What `add` of this or another server published.
    latest = [JSON.parse(text) as Refused, ...latest].slice(0, most);
  });
  return {
    add(recipient, reason) {
      const refused: Refused = { recipient: toBounded(recipient, 500), reason, at: toTimestamp(clock.now()) };
      void bus.publish(topic, JSON.stringify(refused));
    },
    list: () => latest,
  };
}
