import { expect, onTestFinished, test, vi } from "vitest";
import { firstKey, openDesk } from "./harness.ts";

const start = Date.UTC(2026, 0, 1);

async function open() {
  const clock = { at: start, now: () => clock.at };
  const desk = await openDesk({ clock });
  onTestFinished(() => desk.server.close());
  const body = { name: "stolen", expiry: new Date(start + 60_000).toISOString() };
  const { id, token } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
  /** Sends a request whose body comes only after `act`, when the key was checked already. */
  const send = async (path: string, key: string, json: object, act: () => unknown) => {
    let isRead = () => {};
    const reading = new Promise<void>((resolve) => (isRead = resolve));
    let goOn = () => {};
    const acted = new Promise<void>((resolve) => (goOn = resolve));
    const raw = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          isRead();
          await acted;
          controller.enqueue(Buffer.from(JSON.stringify(json)));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-type": "application/json" };
    const answer = desk.call("POST", path, { token: key, raw, headers });
    await reading;
    await act();
    goOn();
    return answer;
  };
  const countKeys = async () => (await desk.call("GET", "agent-tokens/list")).body.agent_tokens.length;
  return { ...desk, clock, id, token, send, countKeys };
}

type Opened = Awaited<ReturnType<typeof open>>;

test.each<[string, (opened: Opened) => unknown, string, number]>([
  ["was revoked", ({ call, id }) => call("DELETE", `agent-tokens/${id}`), "unauthenticated", 0],
  ["has expired", ({ clock }) => Object.assign(clock, { at: start + 60_000 }), "unauthenticated", 1],
  [
    "has lost its scope",
    ({ call, id }) => call("PUT", `agent-tokens/${id}`, { body: { scopes: "mailbox:read" } }),
    "missing_scope",
    1,
  ],
  [
    "may grant less than before",
    ({ call, id }) => call("PUT", `agent-tokens/${id}`, { body: { scopes: "token:write" } }),
    "missing_scope",
    1,
  ],
])("a key that %s before the body of its request arrived creates no other key", async (_how, change, code, left) => {
  const opened = await open();
  const answer = await opened.send("agent-tokens/create", opened.token, { name: "another" }, () => change(opened));
  expect(answer.body).toMatchObject({ code });
  expect(await opened.countKeys()).toBe(left);
});

test("a key that stays as it is creates another, however slow its request is", async () => {
  const { send, token, countKeys } = await open();
  expect((await send("agent-tokens/create", token, { name: "another" }, () => {})).status).toBe(200);
  expect(await countKeys()).toBe(2);
});

test("an SMS key that was rotated before the body of its request arrived adds no message", async () => {
  const { call, send } = await open();
  const { id, token } = (await call("POST", "sms/register", { body: {} })).body.sms_token;
  const sms = { phone: "5550100001", sender: "SHOP", body: "Code 903114" };
  const answer = await send("sms/push", token, sms, () => call("POST", `sms/${id}/token`, { body: {} }));
  expect(answer.body).toMatchObject({ code: "unauthenticated" });
  expect((await call("GET", `sms/${id}/messages`, { token: firstKey })).body.messages ?? []).toEqual([]);
});

test.each([
  ["creates no other key", "create", "POST", "agent-tokens/create", { name: "another" }],
  ["changes no other key", "update", "PUT", "agent-tokens/:other", { scopes: null }],
] as const)(
  "a key that is revoked while its request waits for its turn %s",
  async (_what, step, method, path, body) => {
    const { call, server, id, token } = await open();
    const { agentKeys } = server.services;
    const limited = { name: "limited", scopes: "mailbox:read" };
    const other = (await call("POST", "agent-tokens/create", { body: limited })).body.agent_token;
    const run = agentKeys[step].bind(agentKeys) as (...given: never[]) => Promise<never>;
    vi.spyOn(agentKeys, step).mockImplementationOnce(async (...given: unknown[]) => {
      expect((await call("DELETE", `agent-tokens/${id}`)).status).toBe(200);
      return run(...(given as never[]));
    });
    const answer = await call(method, path.replace(":other", other.id), { token, body });
    expect([answer.status, answer.body.code]).toEqual([401, "unauthenticated"]);
    const { agent_tokens: keys } = (await call("GET", "agent-tokens/list")).body;
    expect(keys).toMatchObject([{ id: other.id, scopes: "mailbox:read" }]);
  },
);
