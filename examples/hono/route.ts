/** An app on Hono has Frontdesk below its own address, and a route that answers with the code once it is there. */
import assert from "node:assert/strict";
import { createFrontdesk } from "@frontdesk/sdk";
import { createTestFrontdesk } from "@frontdesk/testing";
import { Hono } from "hono";

await using desk = await createTestFrontdesk();
const app = new Hono();
app.all("/svc-api/*", (context) => desk.fetch(context.req.raw));
app.get("/code/:name", async (context) => {
  const mailbox = await frontdesk.mailboxes.open(context.req.param("name"));
  const { code } = await mailbox.waitForCode({ lookback: 60_000, signal: context.req.raw.signal });
  return context.json({ code });
});
const frontdesk = createFrontdesk({
  baseUrl: "http://app.test",
  key: desk.key,
  fetch: async (request) => app.fetch(request),
});

const { address } = await frontdesk.mailboxes.register("signup");
const answer = app.request("/code/signup");
await desk.deliverMail({ to: address, text: "Your code is 481220." });
const { code } = (await (await answer).json()) as { code: string }; // What the route above answers.
console.log(`the route answered ${code}`);
assert.equal(code, "481220");
