import { inputs, type OperationId } from "@frontdesk/contract";
import { expect, test } from "vitest";
import { type Answer, type Desk, deliver } from "../api/harness.ts";
import { type Owner, openDeskWithEverything, provide, request } from "./desk-with-everything.ts";

interface Situation {
  desk: Desk;
  owner: Owner;
  ask(query: string): Promise<Answer>;
}
type Check = (situation: Situation) => Promise<unknown>;
type Row = Record<string, unknown>;

const rows = (body: Record<string, unknown>): Row[] => {
  const list = Object.values(body).find((value) => Array.isArray(value));
  return Array.isArray(list) ? list : [];
};

const firstOnly =
  (parameter: string, more = ""): Check =>
  async ({ ask }) => {
    expect(rows((await ask(more)).body).length).toBeGreaterThan(1);
    expect(rows((await ask(`${parameter}=1${more && `&${more}`}`)).body)).toHaveLength(1);
  };

/** The second page begins where the first ended. */
const continues: Check = async ({ ask }) => {
  const all = rows((await ask("")).body).map(({ id }) => id);
  expect(all.length).toBeGreaterThan(1);
  const { body } = await ask("limit=1");
  expect(rows((await ask(`cursor=${body.next}`)).body).map(({ id }) => id)).toEqual(all.slice(1));
};

const after: Check = async ({ ask }) => {
  const [newest, oldest] = rows((await ask("")).body);
  expect(rows((await ask(`after=${oldest?.id}`)).body).map(({ id }) => id)).toEqual([newest?.id]);
};

const lookback: Check = async ({ ask }) => {
  const { body } = await ask("lookback=0");
  expect(body.more ?? false).toBe(false);
  // The oldest new message comes first only if `lookback` is heard.
  const [newest, oldest] = rows((await ask("")).body);
  expect(rows((await ask("n=1")).body)[0]?.id).toBe(newest?.id);
  expect(rows((await ask("lookback=3600&n=1")).body)[0]?.id).toBe(oldest?.id);
};

/** No stored mail came over SMTP from a public address, so none passes. */
const authenticated: Check = async ({ ask }) => {
  expect(rows((await ask("")).body).length).toBeGreaterThan(0);
  expect(rows((await ask("authenticated=true")).body)).toEqual([]);
};

const full: Check = async ({ ask }) => {
  expect(rows((await ask("")).body)[0]).not.toHaveProperty("body");
  expect(rows((await ask("full=true")).body)[0]).toHaveProperty("body");
};

const waits =
  (arrive: (situation: Situation) => Promise<unknown>, count: (desk: Desk) => number): Check =>
  async (situation) => {
    const { desk, ask } = situation;
    const { cursor } = (await ask("")).body;
    const waiting = ask(`after=${cursor}&wait=50`);
    await expect.poll(() => count(desk)).toBe(1);
    await arrive(situation);
    expect(rows((await waiting).body)).toHaveLength(1);
  };

const setup =
  (query: string, phone: string): Check =>
  async ({ ask }) =>
    expect(JSON.stringify((await ask(query)).body)).toContain(phone);

/** How the response shows that each query parameter is heard. */
const checks: Record<string, Check> = {
  "checkSubdomain.domain_base": async ({ ask }) =>
    expect((await ask("domain_base=vip.localhost")).body.domain).toMatch(/\.vip\.localhost$/),
  "checkMailbox.name": async ({ ask, owner }) => {
    expect((await ask("name=free")).body.available).toBe(true);
    expect((await ask(`name=${owner.mailbox.address.split("@")[0]}`)).body.available).toBe(false);
  },
  "checkPhone.phone": async ({ ask }) => {
    expect((await ask("phone=5550123456")).body.valid).toBe(true);
    expect((await ask("phone=12")).body.valid).toBe(false);
  },
  "listMailboxEmails.limit": firstOnly("limit"),
  "getRecentMail.n": firstOnly("n"),
  "getRecentMail.after": after,
  "getRecentMail.lookback": lookback,
  "getRecentMail.to": async ({ ask, owner }) => {
    const tagged = owner.mailbox.address.replace("@", "+ONE@");
    const { emails } = (await ask(`lookback=3600&to=${encodeURIComponent(tagged)}`)).body;
    expect(emails.map(({ subject }: Row) => subject)).toEqual(["First"]);
  },
  "getRecentMail.authenticated": authenticated,
  "getRecentMail.full": full,
  "getRecentMail.wait": waits(
    ({ desk, owner }) => deliver(desk, owner.mailbox.address.split("@")[0]!),
    (desk) => desk.server.services.mail.pending(),
  ),
  "listSmsInboxMessages.limit": firstOnly("limit"),
  "listSmsInboxMessages.phone_id": async ({ ask, owner }) => {
    const { messages } = (await ask(`phone_id=${owner.phoneId}`)).body;
    expect(messages.map(({ phone_id }: Row) => phone_id)).toEqual([owner.phoneId]);
  },
  "getPhoneSetup.phone": setup("phone=5550777777", "5550777777"),
  "getPhoneSetup.phone2": setup("phone=5550777777&phone2=5550888888", "5550888888"),
  "getRecentSms.n": firstOnly("n"),
  "getRecentSms.after": after,
  "getRecentSms.lookback": lookback,
  "getRecentSms.full": full,
  "getRecentSms.wait": waits(
    ({ desk, owner }) => request(desk, "pushSms", owner),
    (desk) => desk.server.services.sms.pending(),
  ),
  "pushMail.to": async ({ ask, owner }) => {
    const { body } = await ask(`to=${owner.mailbox.address}&to=nobody@desk.example.com`);
    expect(body).toMatchObject({ stored: 1, rejected: [{ recipient: "nobody@desk.example.com" }] });
  },
  "pushFromSmsGate.phone": async (situation) =>
    expect(await pushed(situation, 1, "phone=5550100001")).toBe("5550100001"),
  "pushFromSmsGate.phone2": async (situation) =>
    expect(await pushed(situation, 2, "phone=5550100001&phone2=5550100002")).toBe("5550100002"),
};
checks["listAuditEntries.limit"] = firstOnly("limit");
checks["listAuditEntries.cursor"] = async ({ ask }) => {
  const all = rows((await ask("")).body);
  expect(all.length).toBeGreaterThan(1);
  const { body } = await ask("limit=1");
  expect(rows((await ask(`cursor=${body.next}`)).body)).toEqual(all.slice(1));
};
for (const list of [
  "listSubdomains",
  "listMailboxes",
  "listSmsInboxes",
  "listWebhooks",
  "listAuthenticators",
  "listAgentKeys",
]) {
  checks[`${list}.limit`] = firstOnly("limit");
  checks[`${list}.cursor`] = continues;
}

/** The number that a text without one is filed under. */
async function pushed({ desk, owner }: Situation, simNumber: number, query: string): Promise<unknown> {
  const payload = { sender: "Shop", simNumber, message: "New text", receivedAt: "2026-01-01T12:00:00Z" };
  const { status } = await request(desk, "pushFromSmsGate", owner, { query, body: { event: "sms:received", payload } });
  expect(status).toBe(200);
  return rows((await request(desk, "getRecentSms", owner)).body)[0]?.phone;
}

/** A second one of each list, so that there is something to leave out. */
async function addSecond(desk: Desk, owner: Owner): Promise<void> {
  const registrations = [
    "registerMailbox",
    "registerSubdomain",
    "registerSmsInbox",
    "registerWebhook",
    "registerAuthenticator",
  ] as const;
  for (const id of registrations) expect((await request(desk, id, owner)).status).toBe(200);
}

const parameters = Object.entries(inputs).flatMap(([id, { query }]) =>
  Object.keys(query.entries).map((name) => ({ id: id as OperationId, name })),
);

test("each query parameter of the contract is tested here", () => {
  expect(parameters.map(({ id, name }) => `${id}.${name}`).sort()).toEqual(Object.keys(checks).sort());
});

test.each(parameters)("$id does what `$name` says", async ({ id, name }) => {
  const { desk, owner } = await openDeskWithEverything();
  await provide(desk, "other");
  await addSecond(desk, owner);
  const ask = async (query: string) => {
    const answer = await request(desk, id, owner, { query });
    expect(answer.status).toBe(200);
    return answer;
  };
  await checks[`${id}.${name}`]?.({ desk, owner, ask });
});
