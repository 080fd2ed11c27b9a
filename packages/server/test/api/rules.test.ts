import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Desk, deliver, openDesk } from "./harness.ts";

async function open(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = await openDesk(options);
  onTestFinished(() => desk.server.close());
  return desk;
}
const register = async (desk: Desk, name: string) =>
  (await desk.call("POST", "mailbox/register", { body: { name } })).body.mailbox;

test("failing to record a key's last use does not fail the request", async () => {
  const desk = await open();
  vi.spyOn(desk.server.services.agentKeys, "touch").mockRejectedValue(new Error("the storage fails"));
  expect((await desk.call("GET", "account")).status).toBe(200);
});

test.each([
  [1, ["a"], true],
  [2, ["a", "b"], true],
  [3, ["a", "b", "c"], false],
  [4, ["a", "b", "c"], false],
])("the first page of %i of three mailboxes has %j, and the next one: %s", async (limit, names, hasNext) => {
  const desk = await open();
  for (const name of ["a", "b", "c"]) await register(desk, name);
  const { mailboxes, next } = (await desk.call("GET", `mailbox/list?limit=${limit}`)).body;
  expect([mailboxes.map(({ name }: { name: string }) => name), next !== null]).toEqual([names, hasNext]);
});

test("requests for which a key lacks the scope count towards its limit", async () => {
  const desk = await open({ requestsPerKey: 2, clock: { now: () => Date.UTC(2026, 0, 1) } });
  const body = { name: "reader", scopes: "sms:read" };
  const { token } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
  const statuses = [];
  for (let time = 0; time < 3; time++) statuses.push((await desk.call("GET", "mailbox/list", { token })).status);
  expect(statuses).toEqual([403, 403, 429]);
});

test("a body that may be missing must not be null", async () => {
  const desk = await open();
  const headers = { "content-type": "application/json" };
  const send = async (raw: string) => (await desk.call("POST", "sms/register", { raw, headers })).status;
  expect([await send("null"), await send("")]).toEqual([400, 200]);
});

describe("the list of webhooks", () => {
  const url = "https://app.example.com/hook";

  test("has each event of a webhook once, although it was named twice", async () => {
    const desk = await open();
    await desk.call("POST", "webhooks/register", { body: { url, events: ["sms", "mail", "sms"] } });
    const { webhooks } = (await desk.call("GET", "webhooks/list")).body;
    expect(webhooks.map(({ events }: { events: string[] }) => events.toSorted())).toEqual([["mail", "sms"]]);
  });

  test.each([
    ["mailbox:read", ["mail"]],
    ["sms:read", ["sms"]],
    ["mailbox:read,sms:read", ["mail", "sms", "mail+sms"]],
  ])("shows a key with %s only the webhooks whose events it may read", async (scopes, shown) => {
    const desk = await open();
    for (const events of [["mail"], ["sms"], ["mail", "sms"]])
      await desk.call("POST", "webhooks/register", { body: { url, events } });
    const { token } = (await desk.call("POST", "agent-tokens/create", { body: { name: "k", scopes } })).body
      .agent_token;
    const { webhooks } = (await desk.call("GET", "webhooks/list", { token })).body;
    expect(webhooks.map(({ events }: { events: string[] }) => events.join("+"))).toEqual(shown);
  });

  test.each(["mailbox", "sms"])("excludes those for a deleted %s", async (kind) => {
    const desk = await open();
    const made = (await desk.call("POST", `${kind}/register`, { body: kind === "sms" ? {} : { name: "a" } })).body;
    const { id } = made.mailbox ?? made.sms_token;
    await desk.call("POST", "webhooks/register", { body: { url, [`${kind}_id`]: id } });
    await desk.call("POST", "webhooks/register", { body: { url } });
    await desk.call("DELETE", `${kind}/${id}`);
    await expect
      .poll(async () => (await desk.call("GET", "webhooks/list")).body.webhooks)
      .toMatchObject([{ mailbox_id: null, sms_id: null }]);
  });
});

test("cleared messages are not counted as missed", async () => {
  const desk = await open();
  const { id, token } = await register(desk, "a");
  const recent = async (query = "") => (await desk.call("GET", `mail/recent${query}`, { token })).body;
  const { cursor } = await recent();
  for (const subject of ["1", "2"]) await deliver(desk, "a", { subject });
  await desk.server.services.mail.clear(id);
  expect(await recent(`?after=${cursor}`)).not.toHaveProperty("missed");
  await deliver(desk, "a", { subject: "3" });
  const after = await recent(`?after=${cursor}`);
  expect(after).not.toHaveProperty("missed");
  expect(after.emails).toMatchObject([{ subject: "3" }]);
});
