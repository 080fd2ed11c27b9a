import { expect, onTestFinished, test } from "vitest";
import { openDesk } from "../api/harness.ts";
import { readRecording, recordings } from "./recorded.ts";

test.each(recordings())("delivers what the SDK of %s sends", async (name) => {
  const { provider, to, requests } = readRecording(name);
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { agent_token } = (
    await desk.call("POST", "agent-tokens/create", { body: { name: "app", scopes: "mail:push,sms:push" } })
  ).body;
  const isPhone = to.startsWith("+1");
  const { token } = isPhone
    ? (await desk.call("POST", "sms/register", { body: { phone: to.slice("+1".length) } })).body.sms_token
    : (await desk.call("POST", "mailbox/register", { body: { name: to.split("@")[0] } })).body.mailbox;
  const restore = (text: string) => text.replaceAll("<key>", agent_token.token);

  for (const { method, path, headers, body } of requests) {
    const authorization = restore(headers.authorization ?? "").replace(
      /^Basic (.+)/,
      (_, credentials) => `Basic ${Buffer.from(credentials).toString("base64")}`,
    );
    const restored = Object.entries(headers).map(([header, value]) => [header, restore(value)]);
    const response = await desk.server.fetch(
      new Request(`http://desk.test/as/${provider}${path}`, {
        method,
        headers: { ...Object.fromEntries(restored), ...(authorization && { authorization }) },
        body: restore(body),
      }),
    );
    expect(response.status, await response.clone().text()).toBeLessThan(300);
  }

  const { body } = await desk.call("GET", `${isPhone ? "sms" : "mail"}/recent?full=true`, { token });
  expect(body.messages ?? body.emails).toMatchObject([{ codes: [{ value: "369385" }], via: provider }]);
});

test("there is a recording of each SDK that the outside suite runs", () => {
  expect(recordings()).toEqual(
    expect.arrayContaining(["resend", "sendgrid", "postmark", "mailgun", "ses", "twilio", "vonage", "sns"]),
  );
});
