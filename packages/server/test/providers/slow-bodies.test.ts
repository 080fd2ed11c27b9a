import { expect, test } from "vitest";
import { openBed, type ProviderName, recipients } from "./bed.ts";

/** A body that comes only after `act`, when the credential was checked already. */
function afterwards(text: string, act: () => Promise<unknown>) {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await act();
        controller.enqueue(Buffer.from(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function open(name: ProviderName, options: Parameters<typeof openBed>[1] = {}) {
  const bed = await openBed(name, options);
  const { desk, channel, provider } = bed;
  const text = provider.toBody({ to: recipients[channel], text: "369385 is your code." }).toString();
  const [{ id }] = (await desk.call("GET", "agent-tokens/list")).body.agent_tokens;
  return { ...bed, text, id };
}

test.each<[ProviderName, number]>([
  ["resend", 401],
  ["twilio", 401],
])("%s: a key that was revoked before the body of its request arrived delivers nothing", async (name, status) => {
  const { desk, id, post, received, text } = await open(name);
  const answer = await post(afterwards(text, () => desk.call("DELETE", `agent-tokens/${id}`)));
  expect(answer.status).toBe(status);
  expect(await received()).toEqual([]);
});

test.each<[ProviderName, number]>([
  ["resend", 401],
  ["twilio", 403],
])("%s: a key that lost its scope before the body of its request arrived delivers nothing", async (name, status) => {
  const { desk, id, post, received, text } = await open(name);
  const body = { scopes: "mailbox:read" };
  const answer = await post(afterwards(text, () => desk.call("PUT", `agent-tokens/${id}`, { body })));
  expect(answer.status).toBe(status);
  expect(await received()).toEqual([]);
});

test.each([
  ["keeps", "sms:push,sms:create", 2],
  ["lost", "sms:push", 1],
])(
  "twilio: a key that %s sms:create before the body of its request arrived may register %j: %i inboxes",
  async (_what, scopes, count) => {
    const { desk, id, post, provider } = await open("twilio", { freeSmsInboxes: 2 });
    const text = provider.toBody({ to: "+15550100009", text: "369385 is your code." });
    const changeScopes = () => desk.call("PUT", `agent-tokens/${id}`, { body: { scopes } });
    expect((await post(afterwards(text, changeScopes))).status).toBe(201);
    expect((await desk.call("GET", "sms/list")).body.sms_tokens).toHaveLength(count);
  },
);

test("twilio: an SMS key that was rotated before the body of its request arrived delivers nothing", async () => {
  const { desk, post, smsInbox, received, text } = await open("twilio");
  const rotate = () => desk.call("POST", `sms/${smsInbox.id}/token`, { body: {} });
  const answer = await post(afterwards(text, rotate), { key: smsInbox.token });
  expect(answer.status).toBe(401);
  const { sms_tokens } = (await desk.call("GET", "sms/list")).body;
  expect(sms_tokens).toMatchObject([{ message_count: 0 }]);
  await expect(received()).resolves.toBeUndefined();
});

test.each<ProviderName>(["resend", "twilio"])("%s: a slow request with a valid key is delivered", async (name) => {
  const { post, received, text } = await open(name);
  await post(afterwards(text, async () => {}));
  expect(await received()).toHaveLength(1);
});
