import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import { tools } from "../../src/tools/index.ts";

const made = (number: number) => ({
  id: `id${number}`,
  name: `n${number}`,
  created_at: new Date(number * 1_000).toISOString(),
  // What each kind has beside, so that one record will do for all.
  address: `n${number}@desk.example.com`,
  email_count: 0,
  phones: [],
  message_count: 0,
  scopes: null,
  expiry: null,
  url: "",
  online: false,
});

/** An account that has so many of everything, in the order in which they were made, or in another one. */
function callFor(
  count: number,
  records = Array.from({ length: count }, (_, at) => made(at)),
  limit: number | null = 500,
) {
  const list = { limit, used: count };
  const frontdesk = {
    mailboxes: { list: async () => ({ ...list, mailboxes: records }) },
    smsInboxes: { list: async () => ({ ...list, sms_tokens: records }) },
    subdomains: { list: async () => records },
    agentKeys: { list: async () => records },
  };
  const openSmsInbox = () => ({ currentCursor: () => Promise.reject(new Error("No cursor.")) });
  return { frontdesk, openSmsInbox, serverNow: () => 1_000_000, signal: undefined } as unknown as ToolCall;
}

const lists = [
  ["mailbox_list", "mailboxes", "id"],
  ["sms_inbox_list", "smsInboxes", "smsInbox"],
  ["subdomain_list", "subdomains", "id"],
  ["key_list", "keys", "keyId"],
] as const;

describe.each(lists)("%s", (name, rows, key) => {
  const tool = tools.find((each) => each.name === name);

  test.each([
    [0, undefined],
    [9, undefined],
    [10, undefined],
    [11, undefined],
    [300, undefined],
    [5, 1],
    [5, 4],
    [5, 5],
    [5, 50],
  ])("of %i, requested with %s, shows as many as fit and how many more there are", async (count, limit) => {
    const outcome = await tool?.run(limit === undefined ? {} : { limit }, callFor(count));
    if (!outcome || !("facts" in outcome)) throw new Error("It has no facts.");
    const shown = outcome.facts[rows] as Record<string, string>[];
    expect(shown).toHaveLength(Math.min(count, limit ?? 10));
    expect(outcome.facts.more).toBe(count - shown.length);
    const newest = Array.from({ length: count }, (_, at) => `id${count - 1 - at}`);
    const order = name === "key_list" ? newest.reverse() : newest;
    expect(shown.map((row) => row[key])).toEqual(order.slice(0, shown.length));
    if ("quota" in outcome.facts) expect(outcome.facts.quota).toBe(`${count} of 500`);
  });
});

test.each(lists.slice(0, 3))("%s has the newest first, in whatever order they come", async (name, rows, key) => {
  const call = callFor(4, [2, 0, 3, 1].map(made));
  const outcome = await tools.find((each) => each.name === name)?.run({}, call);
  const newestFirst = [3, 2, 1, 0].map((number) => expect.objectContaining({ [key]: `id${number}` }));
  expect(outcome).toMatchObject({ facts: { [rows]: newestFirst } });
});

test.each([
  ["mailbox_list", "mailboxes"],
  ["sms_inbox_list", "smsInboxes"],
])("%s says ages by the server's clock, not by that of this machine", async (name, rows) => {
  const call = { ...callFor(1), serverNow: () => 7_200_000 };
  const outcome = await tools.find((each) => each.name === name)?.run({}, call);
  expect(outcome).toMatchObject({ facts: { [rows]: [{ age: "2 h" }] } });
});

test.each(["mailbox_list", "sms_inbox_list"])("%s of an account without a limit says so", async (name) => {
  const outcome = await tools.find((each) => each.name === name)?.run({}, callFor(1, [made(0)], null));
  expect(outcome).toMatchObject({ facts: { quota: "1 of unlimited" } });
});

test("each SMS inbox has the cursor of its own, in whatever order they come", async () => {
  const call = {
    ...callFor(3, [1, 0, 2].map(made)),
    openSmsInbox: ({ id }: { id: string }) => ({ currentCursor: async () => `cursor of ${id}` }),
  } as unknown as ToolCall;
  const outcome = await tools.find((each) => each.name === "sms_inbox_list")?.run({ limit: 2 }, call);
  expect(outcome).toMatchObject({
    facts: {
      smsInboxes: [
        { smsInbox: "id2", cursor: "cursor of id2" },
        { smsInbox: "id1", cursor: "cursor of id1" },
      ],
    },
  });
});
