import { setImmediate as nextTurn } from "node:timers/promises";
import { toUSVString } from "node:util";
import type { Services } from "../context.ts";
import { composeInPieces, toEnvelopeSender } from "../smtp/compose.ts";
import type { Verification } from "../store/verifications.ts";
import { type ProviderAccess, requireChannel } from "./access.ts";
import { toWritten } from "./addresses.ts";
import type { OutgoingMail, OutgoingRawMail, ProviderOutlet } from "./outgoing.ts";
import { ProviderError } from "./provider-error.ts";
import { toSmallChunks } from "./small-chunks.ts";
import { createSmsSender } from "./sms-sender.ts";

/** Characters of subject, names and custom headers. */
const maxHeaderLength = 64 * 1024;

/** The provider whose API a request uses. */
interface RequestedProvider {
  /** Name in its path, which the message keeps. */
  name: string;
  /** Name in the log. */
  title: string;
}

/**
 * Returns a function that creates the outlet of one request to a provider's API. An outlet is the object with which the request's
 * route delivers mails, SMS and verifications, only to inboxes that the caller may reach.
 */
export function createOutlets(services: Services) {
  const smsSender = createSmsSender(services);
  return (access: ProviderAccess, provider: RequestedProvider) => createOutlet(services, smsSender, access, provider);
}

/** Creates what a provider's route delivers through: the mailboxes, SMS inboxes and verifications that its caller may reach. */
function createOutlet(
  { intake, clock, options, verifications }: Services,
  smsSender: ReturnType<typeof createSmsSender>,
  access: ProviderAccess,
  { name: via, title }: RequestedProvider,
): ProviderOutlet {
  /** Says in the log where a message came from. */
  const originNote = `through ${title}'s API`;

  /**
   * Stores a raw mail in the account's mailboxes among the recipients, with the provider's name as `via`. Records the other
   * recipients as rejected; `originNote` tells the log that they came through the provider's API. If no recipient has a mailbox, reads
   * the mail only to check its size.
   */
  async function sendRawMail({ sender, recipients, raw }: OutgoingRawMail): Promise<void> {
    requireChannel(access, "mail");
    const { destinations } = await intake.resolveOwned([...new Set(recipients)], access.account, originNote);
    const isForMailboxes = destinations.length > 0;
    // The account is charged for the processor time, so that its mails cannot use up that of others.
    const parser = intake.parsing.createParser({ sender }, [`account ${access.account}`]);
    let size = 0;
    for await (const chunk of toSmallChunks(raw)) {
      size += chunk.byteLength;
      if (size > options.smtpMaxSize)
        throw new ProviderError("too_large", `The mail has more than ${options.smtpMaxSize} bytes (--smtp-max-size).`);
      if (isForMailboxes) parser.write(chunk);
    }
    if (isForMailboxes) await intake.store(destinations, { ...(await parser.end()), via });
  }

  /** Composes a mail and stores it as `sendRawMail` does. */
  async function sendMail(mail: OutgoingMail): Promise<void> {
    const { from, to, cc = [], bcc = [], replyTo = [], ...content } = mail;
    checkHeaderLength(mail);
    // JSON can hold half a character, which no text in UTF-8 can.
    const recipients = [...to, ...cc, ...bcc].map(({ email }) => toUSVString(email));
    const sender = toEnvelopeSender(toWritten(from));
    await sendRawMail({ sender, recipients, raw: compose() });

    /**
     * Yields the composed mail in pieces, as the parser reads them, without `bcc`. Lets other requests run first, because the caller has
     * decoded the request's long texts in this same turn of the event loop.
     */
    async function* compose(): AsyncGenerator<Uint8Array, void, undefined> {
      await nextTurn();
      yield* composeInPieces({
        ...withoutUndefined(content),
        from: toWritten(from),
        to: to.map(toWritten),
        cc: cc.map(toWritten),
        replyTo: replyTo.map(toWritten),
      });
    }
  }

  /**
   * Returns the name under which the caller's verifications of a service are stored: an agent key shares those of its account. An SMS key
   * has some of its own, under the id of its inbox, because it stands for that alone.
   */
  const toServiceOfCaller = (service: string) =>
    access.smsInboxId === null ? service : `${service} ${access.smsInboxId}`;

  return {
    sendMail,
    sendRawMail,
    sendSms: (message) => smsSender.send(message, access, { via, client: originNote }),
    /**
     * Starts a verification of a person's email address or number, or sends its code again; `null` if it was sent too often. `service` is
     * the app's id at the provider, such as that of a Twilio Verify service. An SMS key meets only its own verifications (`toServiceOfCaller`).
     */
    async startVerification(start) {
      requireChannel(access, toProviderChannel(start.channel));
      return verifications.start(access.account, { ...start, service: toServiceOfCaller(start.service) });
    },
    /** Compares a person's code with that of a running verification. */
    checkVerification: (check) =>
      verifications.check(access.account, {
        ...check,
        service: toServiceOfCaller(check.service),
        // A verification of a channel that the caller may not use counts as unknown.
        isVisible: ({ channel }) => access.findRefusal(toProviderChannel(channel)) === null,
      }),
    now: clock.now,
  };
}

const toProviderChannel = (channel: Verification["channel"]) => (channel === "email" ? "mail" : "sms");

/** Limits the header's texts: encoding long ones would stall other requests. @throws ProviderError `too_large` */
function checkHeaderLength({ from, to, cc = [], replyTo = [], subject, headers = [] }: OutgoingMail): void {
  // Bcc does not count, because no header names it.
  const names = [from, ...to, ...cc, ...replyTo].map(({ name }) => name);
  const length = [subject, ...names, ...headers.flat()].reduce((sum, text) => sum + text.length, 0);
  if (length > maxHeaderLength)
    throw new ProviderError("too_large", "Subject, names and headers have more than 65536 characters.");
}

/** Returns the fields that are set: the composer's options must not be `undefined`. */
function withoutUndefined({ text, html, ...fields }: Omit<OutgoingMail, "from" | "to" | "cc" | "bcc" | "replyTo">) {
  return { ...fields, ...(text !== undefined && { text }), ...(html !== undefined && { html }) };
}
