import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { bootstrapKey, headersOf } from "../support/processes.ts";

/** An inbox keeps ten messages per mailbox and per phone number, and two numbers per SMS inbox. */
export const mailboxCount = 36;
export const mailsPerMailbox = 10;
const smsInboxCount = 10;
const textsPerNumber = 4;

/** Returns a word that appears nowhere else. */
const createWord = () => `q${Array.from({ length: 11 }, () => "abcdefghijkmnpqrstuvwxyz"[randomInt(24)]).join("")}`;

/** Sends known strings through every entrance of a server that stores what comes in. Resolves with all of them. */
export async function plantStrings({ url, smtpPort }: { url: string; smtpPort: number }): Promise<string[]> {
  const planter = createPlanter(url);
  const { strings, call } = planter;
  await plantMails(planter, smtpPort);
  await plantTexts(planter);
  await plantRecords(planter);
  const { subdomain } = await call("POST", "subdomain/register", { name: "demo" });
  strings.push(subdomain.token);
  return strings;
}

type Planter = ReturnType<typeof createPlanter>;

/** Creates what the strings are planted with: their list, `plant` for a new one, and `call` for the API. */
function createPlanter(url: string) {
  const strings: string[] = [];
  const plant = () => {
    const word = createWord();
    strings.push(word);
    return word;
  };
  const call = async (method: string, path: string, body?: object, token = bootstrapKey) => {
    const init = { method, headers: headersOf(token), ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/svc-api/${path}`, init);
    expect([path, response.status]).toEqual([path, 200]);
    // biome-ignore lint/suspicious/noExplicitAny: openapi.yaml is tested elsewhere
    return (await response.json()) as any;
  };
  return { strings, plant, call };
}

/** Registers mailboxes and fills each with mails. */
async function plantMails({ strings, plant, call }: Planter, smtpPort: number): Promise<void> {
  const smtp = await connectSmtp(smtpPort);
  for (let count = 0; count < mailboxCount; count++) {
    const name = `anna${count}`;
    const { mailbox } = await call("POST", "mailbox/register", { name });
    const { token } = (await call("POST", `mailbox/${mailbox.id}/token`)).mailbox;
    // A key that the server must be able to show again.
    strings.push(token);
    for (let mail = 0; mail < mailsPerMailbox; mail++)
      await smtp.send({
        from: "a@b.test",
        to: `${name}+${plant()}@desk.example.com`,
        text: [
          `From: ${plant()} <a@b.test>`,
          `Subject: ${plant()}`,
          "",
          `Your code is ${mail}. Dear ${plant()}, open https://shop.test/confirm?token=${plant()}`,
        ].join("\r\n"),
      });
  }
  smtp.close();
}

/** Registers SMS inboxes and pushes texts to two numbers of each. */
async function plantTexts({ strings, plant, call }: Planter): Promise<void> {
  for (let count = 0; count < smsInboxCount; count++) {
    const { sms_token: inbox } = await call("POST", "sms/register", {});
    strings.push(inbox.token);
    for (const digit of ["5", "6"]) {
      const phone = `${digit}${randomInt(100_000_000, 999_999_999)}`;
      strings.push(phone);
      for (let text = 0; text < textsPerNumber; text++)
        await call("POST", "sms/push", { phone, sender: plant(), body: `${plant()} is not a code` }, inbox.token);
    }
  }
}

/** Registers webhooks and authenticators, each with its secret. */
async function plantRecords({ strings, plant, call }: Planter): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const { secret } = await call("POST", "webhooks/register", {
      url: `https://app.example/${plant()}`,
    });
    strings.push(secret);
  }
  for (let count = 0; count < 10; count++) {
    const secret = Array.from({ length: 32 }, () => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[randomInt(32)]).join("");
    await call("POST", "authenticators/register", { secret, issuer: plant(), account: plant() });
    strings.push(secret);
  }
}

/** Connects to an SMTP server as a plain client. */
async function connectSmtp(port: number) {
  const socket = createConnection(port, "127.0.0.1");
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const expectReply = async (code: string) => {
    for (;;) {
      const { value = "" } = await replies.next();
      if (value[3] === "-") continue;
      expect(value.slice(0, 3)).toBe(code);
      return;
    }
  };
  const say = async (line: string, code: string) => {
    socket.write(`${line}\r\n`);
    await expectReply(code);
  };
  await expectReply("220");
  await say("EHLO client.test", "250");
  return {
    async send({ from, to, text }: { from: string; to: string; text: string }) {
      await say(`MAIL FROM:<${from}>`, "250");
      await say(`RCPT TO:<${to}>`, "250");
      await say("DATA", "354");
      await say(`${text}\r\n.`, "250");
    },
    close: () => void socket.destroy(),
  };
}

/** Returns which of the strings the files below these paths contain, in any byte. Compressed files are read decompressed. */
export function findStrings(strings: readonly string[], ...folders: string[]): string[] {
  const bytes = Buffer.concat(folders.flatMap(readAllFiles));
  return strings.filter((text) => bytes.includes(text));
}

function readAllFiles(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return isGzip ? gunzipSync(bytes) : bytes;
    });
}
