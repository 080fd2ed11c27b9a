import { randomInt, randomUUID } from "node:crypto";
import type { Handlers } from "@frontdesk/contract";
import { parseMail } from "@frontdesk/mail-reader";
import type { Contexts } from "../context.ts";
import { Problem } from "../problem.ts";
import { toEventOf } from "./audit.ts";

/** Operation that delivers a test mail with a code. */
export const testMailOperations = {
  /**
   * Delivers a mail with a random code to a mailbox, and returns the code, so that a user can see that reception works. The audit log
   * records the mail as a message that was returned to the caller, who gets its code.
   */
  async sendTestMail({ path }, context) {
    const { account, clock, mailboxes, mail, options } = context;
    const { id, name } = await mailboxes.getOwned(path.id, account.id);
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const recipient = `${name}@${options.mailDomain}`;
    const sender = `frontdesk@${options.mailDomain}`;
    const raw = [
      `From: Frontdesk <${sender}>`,
      `To: <${recipient}>`,
      "Subject: Your test code",
      `Date: ${new Date(clock.now()).toUTCString().replace("GMT", "+0000")}`,
      `Message-ID: <${randomUUID()}@${options.mailDomain}>`,
      "",
      `Your verification code is ${code}.`,
      "",
      "This is a test: somebody with a key of this account pressed a button.",
      "",
    ].join("\r\n");
    const parsed = await parseMail(Buffer.from(raw), { sender });
    const stored = await mail.receive([{ id, recipient }], { ...parsed, via: "test" });
    if (stored.length === 0) throw new Problem("not_found", "This mailbox was deleted just now.");
    context.audit.record(toEventOf(context, "message.returned", "mailbox")(id));
    return { recipient, code };
  },
} satisfies Partial<Handlers<Contexts>>;
