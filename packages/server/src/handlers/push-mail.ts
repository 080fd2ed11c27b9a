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
  async pushMail({ query, body }, context) {
    const { account, intake } = context;
    const parser = intake.parsing.createParser({ sender: "" }, [`account ${account.id}`]);
    const head = createHeadCollector();
    for await (const chunk of body) {
      head.write(chunk);
      parser.write(chunk);
    }
    const recipients = (query.to ?? readRecipients(head.end())).slice(0, maxRecipients);
    if (recipients.length === 0)
      throw new Problem("invalid_request", "The mail names no recipient. Give it as `?to=signup@desk.example.com`.");
    const resolved = await intake.resolveOwned(recipients, account.id, "over HTTP");
    const { destinations } = resolved;
    const rejected: Rejection[] = resolved.rejected;
    const stored =
      destinations.length > 0 ? await intake.store(destinations, { ...(await parser.end()), via: "http" }) : [];
    if (stored.length === 0)
      throw new Problem("not_found", `No mailbox of this account has the address ${recipients.join(", ")}.`);
    const deleted = destinations.filter(({ id }) => !stored.includes(id));
    for (const { recipient } of deleted) rejected.push({ recipient, reason: "deleted" });
    return { stored: destinations.length - deleted.length, rejected };
  },
} satisfies Partial<Handlers<Contexts>>;

/** Collects the first bytes of a mail, which contain its header. */
function createHeadCollector() {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    write(chunk: Uint8Array) {
      if (size >= maxHeadBytes) return;
      const piece = chunk.subarray(0, maxHeadBytes - size);
      chunks.push(piece);
      size += piece.byteLength;
    },
    end: () => Buffer.concat(chunks),
  };
}
