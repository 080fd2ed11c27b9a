import type { ParsedMail } from "@frontdesk/mail-reader";
import { createSmtp } from "../../src/smtp/smtp.ts";
import type { MailDestination, SmtpOptions } from "../../src/smtp/smtp-options.ts";

export interface TestSmtp extends AsyncDisposable {
  port: number;
  delivered: { destinations: MailDestination[]; mail: ParsedMail }[];
}

/** A listener on a free port that knows the mailboxes `ann` and `bob` and keeps what it is given. */
export async function startSmtp(options: Partial<SmtpOptions> = {}): Promise<TestSmtp> {
  const delivered: TestSmtp["delivered"] = [];
  const smtp = createSmtp({
    host: "127.0.0.1",
    port: 0,
    domain: "mail.test",
    closeTimeoutMs: 200,
    resolve: async (name) => (["ann", "bob"].includes(name) ? `id-of-${name}` : null),
    deliver: async (destinations, mail) => delivered.push({ destinations, mail }) > 0,
    ...options,
  });
  const { port } = await smtp.listen();
  return { port, delivered, [Symbol.asyncDispose]: () => smtp.close() };
}
