import { expect, onTestFinished, test, vi } from "vitest";
import { toProviderSetup } from "../../src/providers/index.ts";
import { openDesk } from "../api/harness.ts";
import { openBed, recipients } from "./bed.ts";

/** A log whose lines are kept, also those of each request. */
function openLog() {
  const lines: [line: string, fields?: unknown][] = [];
  const write = (line: string, fields?: unknown) => void lines.push([line, fields]);
  return { lines, log: { debug: write, info: write, warn: write, error: write } };
}

test("each request to a provider's API is logged with its status and how long it took, and counted", async () => {
  const { lines, log } = openLog();
  const { desk, send } = await openBed("resend", { log });
  const recordRequest = vi.spyOn(desk.server.services.metrics, "recordRequest");
  const start = performance.now();
  for (const to of [recipients.mail, "nobody"]) await send(to);
  const elapsed = performance.now() - start;
  const requests = lines.filter(([line, fields]) => line === "Request" && JSON.stringify(fields).includes("/as/"));
  expect(requests).toEqual(
    [200, 422].map((status) => [
      "Request",
      { id: expect.stringMatching(/^[0-9a-f]{8}-/), operation: "/as/resend", status, ms: expect.any(Number) },
    ]),
  );
  expect(recordRequest.mock.calls.map(([operation, status]) => [operation, status])).toEqual([
    ["/as/resend", 200],
    ["/as/resend", 422],
  ]);
  for (const [, , milliseconds] of recordRequest.mock.calls) expect(milliseconds).toBeLessThanOrEqual(elapsed);
});

test("a mail for SendGrid whose sandbox mode is off is delivered", async () => {
  const { desk, post } = await openBed("sendgrid");
  const receive = vi.spyOn(desk.server.services.mail, "receive");
  const mail = {
    ...{ personalizations: [{ to: [{ email: "signup@desk.example.com" }] }], from: { email: "a@shop.example" } },
    ...{ subject: "x", content: [{ type: "text/plain", value: "x" }] },
  };
  const send = async (enable: boolean) =>
    (await post(JSON.stringify({ ...mail, mail_settings: { sandbox_mode: { enable } } }))).status;
  expect([await send(true), receive.mock.calls.length]).toEqual([200, 0]);
  expect([await send(false), receive.mock.calls.length]).toEqual([202, 1]);
});

test("a wrong credential is logged with its client and the reason", async () => {
  const { lines, log } = openLog();
  const { server } = await openDesk({ log });
  onTestFinished(() => server.close());
  const headers = { authorization: "Bearer re_wrong", "content-type": "application/json" };
  const request = new Request("http://desk.test/as/resend/emails", { method: "POST", headers, body: "{}" });
  await server.fetch(request);
  const [rejected] = lines.filter(([line]) => line === "Key rejected");
  expect(rejected?.[1]).toEqual({
    operation: "/as/resend",
    why: "Only a server that listens on loopback alone accepts other credentials",
    client: "in process",
  });
});

test("the certificate of the provider port is served as one, and is not cached", async () => {
  const { server } = await openDesk({ port: 0, providerPort: 0, drain: 0 });
  onTestFinished(() => server.close());
  await server.listen();
  const { headers } = await server.fetch(new Request("http://desk.test/as/ca.pem"));
  expect([headers.get("content-type"), headers.get("cache-control")]).toEqual(["application/x-pem-file", "no-store"]);
});

test("an SMS inbox that was found for a number is not looked for again", async () => {
  const { desk, send } = await openBed("twilio");
  const page = vi.spyOn(desk.server.services.smsInboxes, "page");
  for (let time = 0; time < 3; time++) expect((await send(recipients.sms)).status).toBe(201);
  expect(page).toHaveBeenCalledTimes(1);
});

test("a program that asks how to set up an unknown provider is told which there are", () => {
  const names = "resend, sendgrid, postmark, mailgun, ses, twilio, vonage, sns";
  // A caller in JavaScript, where nothing checks the name.
  expect(() => toProviderSetup("toString" as never)).toThrow(
    new TypeError(`No provider toString. There are ${names}.`),
  );
});
