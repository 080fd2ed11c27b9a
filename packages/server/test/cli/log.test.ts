import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import { makeFolder, startServer } from "./start-frontdesk.ts";

test("the JSON log reports the start, each mail, each rejection, SMS, wrong keys and the stop, and no secret", async () => {
  const server = await startServer(`lmdb:${await makeFolder()}`, ["--smtp-max-size", "4096", "--log-level", "debug"]);
  const post = (path: string, body: object, token = server.key) =>
    fetch(`${server.url}/svc-api/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const { mailbox } = (await (await post("mailbox/register", { name: "ann" })).json()) as {
    mailbox: { token: string };
  };
  const { sms_token } = (await (await post("sms/register", {})).json()) as { sms_token: { token: string } };
  await post("sms/push", { phone: "+15550123456", sender: "Bank", body: "Your code is 714 208." }, sms_token.token);
  const refusal = await post("mailbox/register", { name: "bob" }, "svcagt_WrongWrongWrongWrong1234");
  const [host, port] = server.smtp.split(":");
  const transport = createTransport({ host: host!, port: Number(port), ignoreTLS: true });
  const send = (to: string, text: string) =>
    transport.sendMail({ from: "shop@example.com", to, subject: "Code 481220", text }).catch(() => {});
  await send("ann@desk.example.com", "Your code is 481220.");
  await send("nobody@desk.example.com", "Your code is 481220.");
  await send("ann@desk.example.com", "Your code is 481220.\n".repeat(400));
  server.child.kill("SIGTERM");
  expect(await server.exit).toBe(0);

  const text = server.err();
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const find = (message: string) => lines.filter((line) => line.message.startsWith(message));
  expect(find("Frontdesk started")).toMatchObject([{ url: server.url, smtp: server.smtp }]);
  expect(find("Mail stored")).toMatchObject([
    { to: "ann@desk.example.com", from: "shop@example.com", client: "127.0.0.1" },
  ]);
  expect(find("Mail for nobody@desk.example.com rejected")).toMatchObject([{ reason: "unknown_mailbox" }]);
  expect(find("Mail rejected")).toMatchObject([{ reason: "too_large" }]);
  expect(find("SMS received")).toMatchObject([{ stored: 1, duplicates: 0 }]);
  expect(find("Key rejected")).toMatchObject([{ operation: "registerMailbox" }]);
  expect(find("Request").map(({ operation, status }) => `${operation} ${status}`)).toContain("registerMailbox 200");
  // What refuses names the request as the log does.
  const id = refusal.headers.get("x-request-id");
  expect(lines).toContainEqual(expect.objectContaining({ id, status: 401 }));
  expect(find("Frontdesk stopping")).toMatchObject([{ signal: "SIGTERM" }]);
  expect(find("Frontdesk stopped")).toHaveLength(1);
  for (const secret of [server.key!, mailbox.token, sms_token.token, "Wrong", "481220", "714 208"])
    expect(text).not.toContain(secret);
});
