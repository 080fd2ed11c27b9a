import { expect, onTestFinished, test } from "vitest";
import { toTimestamp } from "../../src/clock.ts";
import { deliver, openDesk } from "../api/harness.ts";
import { startReceiver } from "./receiver.ts";

test("a webhook names, is signed and is listed with the time of the server's clock, not of its machine", async () => {
  // A receiver accepts a time that differs from its own by at most five minutes.
  const now = Date.now() - 60_000;
  const desk = await openDesk({ clock: { now: () => now } });
  onTestFinished(() => desk.server.close());
  const receiver = await startReceiver();
  const signedAt: unknown[] = [];
  receiver.answer = (request, response) => {
    signedAt.push(request.headers["webhook-timestamp"]);
    response.writeHead(204).end();
  };
  const { webhook, secret } = (await desk.call("POST", "webhooks/register", { body: { url: receiver.url } })).body;
  receiver.secret = secret;
  await desk.call("POST", "mailbox/register", { body: { name: "signup" } });
  await deliver(desk, "signup");
  expect(await receiver.count(1)).toMatchObject([{ type: "mail.received", timestamp: toTimestamp(now) }]);
  const delivery = { at: toTimestamp(now), status: 204, ms: expect.any(Number) };
  const attempts = async () => (await desk.call("GET", "webhooks/list")).body.webhooks[0].deliveries;
  await expect.poll(attempts).toEqual([delivery]);
  expect((await desk.call("POST", `webhooks/${webhook.id}/test`)).body).toMatchObject({ delivery });
  expect(signedAt).toEqual(Array(2).fill(String(Math.floor(now / 1000))));
});
