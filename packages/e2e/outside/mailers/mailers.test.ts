import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../support/desk.ts";

// `scripts/test-mailers.mjs` makes the tools, and a network with a private address, where it can.
const tools = process.env.FRONTDESK_MAILERS ?? "";
const privateHost = process.env.FRONTDESK_PRIVATE_HOST;
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const library = "/usr/share/php/libphp-phpmailer";
const phpMailer = existsSync(`${library}/src`) ? `${library}/src` : library;

interface Mailer {
  name: string;
  command: [file: string, ...words: string[]];
  /** What must be there. */
  needs: string[];
  /** Its own rule: no password without TLS but to this machine. */
  logsInNearOnly?: boolean;
}

const mailers: Mailer[] = [
  {
    name: "nodemailer",
    command: [process.execPath, here("nodemailer-mail.mjs"), here("../../../server")],
    needs: [process.execPath],
  },
  {
    name: "Python's smtplib",
    command: [join(tools, "python/bin/python"), here("smtplib-mail.py")],
    needs: [join(tools, "python/bin/python")],
  },
  {
    name: "Django's send_mail",
    command: [join(tools, "python/bin/python"), here("django-mail.py")],
    needs: [join(tools, "django")],
  },
  { name: "Go's net/smtp", command: [join(tools, "go-mail")], needs: [join(tools, "go-mail")], logsInNearOnly: true },
  {
    name: "PHPMailer",
    command: ["php", here("phpmailer-mail.php"), phpMailer],
    needs: ["/usr/bin/php", join(phpMailer, "PHPMailer.php")],
  },
  {
    name: "Jakarta Mail",
    command: ["java", "-cp", `${join(tools, "jars")}/*`, here("JakartaMail.java")],
    needs: [join(tools, "jars")],
  },
];

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk({ smtpHost: "0.0.0.0" });
});
afterAll(() => desk[Symbol.asyncDispose]());

describe.each(["127.0.0.1", ...(privateHost ? [privateHost] : [])])(
  "to %s, with host and port alone changed",
  (host) => {
    for (const { name, command, needs, logsInNearOnly } of mailers) {
      const missing = needs.find((file) => !existsSync(file));
      if (missing) console.log(`${name} is skipped: ${missing} is not there`);
      for (const user of ["", "app"]) {
        const refusedByItself = logsInNearOnly && user !== "" && host !== "127.0.0.1";
        test.skipIf(missing || refusedByItself)(`${name} delivers${user && ", logging in"}`, async () => {
          await using mailbox = await desk.frontdesk.mailboxes.register();
          const wanted = String(100_000 + Math.floor(Math.random() * 900_000));
          const [file, ...words] = command;
          const { code } = await mailbox.expectCode(() =>
            promisify(execFile)(file, [...words, host, String(desk.smtpPort), mailbox.address, wanted, user]),
          );
          expect(code).toBe(wanted);
        });
      }
    }
  },
);
