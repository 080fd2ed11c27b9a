import { connect } from "node:net";
import { createInterface } from "node:readline";
import { createServer } from "@frontdesk/server";
import { expect, onTestFinished, test } from "vitest";
import { goldenNames, readGolden } from "../../mail-reader/test/read-golden.ts";

const bootstrapKey = `svcagt_${"a".repeat(28)}`;

/** Connects by SMTP. `send` resolves when the mail was accepted. */
function openSmtp(port: number) {
  const socket = connect(port, "127.0.0.1");
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const expectReply = async (code: string) => {
    for (;;) {
      const { value = "" } = await lines.next();
      if (value[3] === "-") continue;
      expect(value.slice(0, 3)).toBe(code);
      return;
    }
  };
  const say = async (bytes: string | Buffer, code: string) => {
    socket.write(bytes);
    await expectReply(code);
  };
  return {
    greet: async () => {
      await expectReply("220");
      await say("EHLO client.test\r\n", "250");
    },
    async send(raw: Buffer, to: string) {
      await say("MAIL FROM:<>\r\n", "250");
      await say(`RCPT TO:<${to}>\r\n`, "250");
      await say("DATA\r\n", "354");
      // Lines that begin with a dot get another one (RFC 5321 section 4.5.2).
      const stuffed = raw.toString("latin1").replace(/(^|\n)\./g, "$1..");
      await say(Buffer.from(`${stuffed}.\r\n`, "latin1"), "250");
    },
    close: () => void socket.destroy(),
  };
}

test("every golden mail reads the same by SMTP and over HTTP", async () => {
  const server = await createServer({ storage: "memory:", bootstrapKey, port: 0, smtpPort: 0, smtpNoops: 0 });
  const { url, smtp } = await server.listen();
  const sender = openSmtp(Number(smtp?.split(":").at(-1)));
  onTestFinished(async () => {
    sender.close();
    await server.close();
  });
  const call = async (path: string, token: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers };
    const response = await fetch(`${url}/svc-api/${path}`, { ...init, headers });
    expect([path, response.status]).toEqual([path, 200]);
    // biome-ignore lint/suspicious/noExplicitAny: openapi.yaml is tested elsewhere
    return (await response.json()) as any;
  };
  const body = JSON.stringify({ name: "signup" });
  const json = { "content-type": "application/json" };
  const { mailbox } = await call("mailbox/register", bootstrapKey, { method: "POST", body, headers: json });
  await sender.greet();
  const newest = async () => {
    const { emails } = await call("mail/recent?n=1&full=true", mailbox.token);
    const { id: _id, received_at: _receivedAt, via, ...shown } = emails[0];
    return { via, shown };
  };
  for (const name of goldenNames) {
    // SMTP ends every mail with a line end.
    const raw = Buffer.concat([readGolden(name).raw, Buffer.from("\r\n")]);
    await sender.send(raw, mailbox.address);
    const bySmtp = await newest();
    expect(bySmtp.via).toBe("smtp");
    const push = { method: "POST", body: raw, headers: { "content-type": "message/rfc822" } };
    await call(`mail/push?to=${mailbox.address}`, bootstrapKey, push);
    expect([name, await newest()]).toEqual([name, { ...bySmtp, via: "http" }]);
  }
});
