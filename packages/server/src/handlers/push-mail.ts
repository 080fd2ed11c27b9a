import type { Handlers, Schemas } from "@frontdesk/contract";
import { readRecipients } from "@frontdesk/mail-reader";
import type { Contexts } from "../context.ts";
import { Problem } from "../problem.ts";

type Rejection = Schemas["RejectedPush"];

/** Bytes at the beginning of a mail in which its recipients are looked for. */
const maxHeadBytes = 256 * 1024;
/** Recipients of one mail, as in SMTP. */
const maxRecipients = 100;

/** Operation that takes a mail over HTTP (contract section 12). */
export const pushMailOperations = {
  /**
   * Stores a mail that is sent as the body in the account's mailboxes among `to`, or else among the recipients in its header.
   * Ignores recipients after the first hundred, which is what SMTP accepts.
   */
  async pushMail({ query, body }, context) {
    const { account, intake } = context;
    const withoutEnvelope = { sender: "" };
    // The processor time of parsing is charged to the account, so that one account cannot delay the others.
    const parser = intake.parsing.createParser(withoutEnvelope, [`account ${account.id}`]);
    const head = createHeadCollector();
    for await (const chunk of body) {
      head.write(chunk);
      parser.write(chunk);
    }
    const recipients = (query.to ?? readRecipients(head.end())).slice(0, maxRecipients);
    if (recipients.length === 0)
      throw new Problem("invalid_request", "The mail names no recipient. Give it as `?to=signup@desk.example.com`.");
    const { destinations, rejected } = await intake.resolveOwned(recipients, account.id, "over HTTP");
    const stored =
      destinations.length > 0 ? await intake.store(destinations, { ...(await parser.end()), via: "http" }) : [];
    if (stored.length === 0)
      throw new Problem("not_found", `No mailbox of this account has the address ${recipients.join(", ")}.`);
    const deletedMeanwhile = destinations
      .filter(({ id }) => !stored.includes(id))
      .map(({ recipient }): Rejection => ({ recipient, reason: "deleted" }));
    return { stored: destinations.length - deletedMeanwhile.length, rejected: [...rejected, ...deletedMeanwhile] };
  },
} satisfies Partial<Handlers<Contexts>>;

/** Collects the first 256 KiB of a mail that arrives in chunks; its header, with the recipients, is in them. */
function createHeadCollector() {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    /** Keeps a chunk of the mail's beginning, or what `maxHeadBytes` leaves of it. */
    write(chunk: Uint8Array) {
      if (size >= maxHeadBytes) return;
      const keptBytes = chunk.subarray(0, maxHeadBytes - size);
      chunks.push(keptBytes);
      size += keptBytes.byteLength;
    },
    end: () => Buffer.concat(chunks),
  };
}
