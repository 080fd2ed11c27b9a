/** A phone in a drawer forwards its texts by HTTP; a program waits for the code among them. */
import assert from "node:assert/strict";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";

await using server = await createServer({ storage: "memory:", port: 0, smtp: false });
const { url } = await server.listen();
const frontdesk = createFrontdesk({ baseUrl: url, key: server.key ?? "" });
const inbox = await frontdesk.smsInboxes.register();

/** What the app on the phone sends; any program that can make a request may do the same. */
async function phone(number: string, body: string): Promise<void> {
  const answer = await fetch(`${url}/svc-api/sms/push`, {
    method: "POST",
    headers: { authorization: `Bearer ${inbox.key}`, "content-type": "application/json" },
    body: JSON.stringify({
      phone: number,
      messages: [{ sender: "SHOP", body, received_at: new Date().toISOString() }],
    }),
  });
  assert.equal(answer.status, 200);
}

const code = inbox.waitForCode({ phone: "5550100002" });
await phone("+1 555 010 0001", "Your code is 111111. Never share it.");
await phone("+1 555 010 0002", "Your code is 903114. Never share it.");
console.log(`${(await code).code} on ${(await code).message.phone}`);
assert.equal((await code).code, "903114");
