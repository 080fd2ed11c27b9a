import { describe, expect, test } from "vitest";
import type { WaitTimeoutError } from "../../src/errors.ts";
import type { InboxQuery, InboxSource, MessageSummary } from "../../src/waiting/inbox-source.ts";
import { waitFor } from "../../src/waiting/wait.ts";

const mail = (id: string, authenticated?: MessageSummary["authenticated"]): MessageSummary => ({
  id,
  sender: `${id}@shop.example`,
  snippet: "",
  received_at: "2026-01-01T00:00:00Z",
  ...(authenticated && { authenticated }),
});

/** A mailbox that has these mails, newest first. With `authenticated` it leaves all out, as if none had passed in time. */
function openSource(mails: MessageSummary[]) {
  const queries: InboxQuery[] = [];
  const source: InboxSource<MessageSummary> = {
    address: "signup@desk.example.com",
    channel: "email",
    async recent(query) {
      queries.push(query);
      return { messages: query.authenticated ? [] : mails, cursor: "end", more: false, missed: 0, now: 0 };
    },
    body: async () => "",
  };
  return { source, queries };
}

interface FailOptions {
  after?: string;
  lookback?: number;
  to?: string;
  returned?: string[];
}

/** Waits for authenticated mail without time for it. Returns the names in the error, and the last query. */
async function failToWait(mails: MessageSummary[], { returned = [], ...options }: FailOptions = {}) {
  const { source, queries } = openSource(mails);
  const state = { cursor: { type: "cursor" as const, cursor: "start" }, returned: new Set(returned) };
  const search = { target: "message", pick: "first" as const, inspect: () => ({ found: true }) };
  const error: WaitTimeoutError = await waitFor(source, async () => state, search, {
    authenticated: true,
    timeout: 0,
    ...options,
  }).then(
    () => expect.fail("The wait found a mail."),
    (reason) => reason,
  );
  return { error, query: queries.at(-1), named: error.nearMisses.map(({ id, why }) => [id, why]) };
}

describe("a wait for authenticated mail that times out", () => {
  test("names the mails that were left out, each with its verdict", async () => {
    const { error, named } = await failToWait([mail("c", "none"), mail("b", "fail"), mail("a")]);
    expect(named).toEqual([
      ["a", "its sender is not authenticated (not checked by this server)"],
      ["b", "its sender is not authenticated (fail)"],
      ["c", "its sender is not authenticated (none)"],
    ]);
    expect(error.reason).toBe("filtered_out");
  });

  test("names no mail that has passed since, and none that this handle has returned", async () => {
    const { error, named } = await failToWait([mail("b", "fail"), mail("a", "pass")], { returned: ["b"] });
    expect([named, error.reason]).toEqual([[], "no_message"]);
  });

  test.each([
    ["at the handle's cursor", {}, { after: "start" }],
    ["at the cursor of the call", { after: "here" }, { after: "here" }],
    ["as far back as the call says", { lookback: 5_000 }, { lookback: 5_000 }],
  ])("looks for them from where it began: %s", async (_title, options, start) => {
    const { query } = await failToWait([], options);
    const { after, lookback } = query ?? {};
    expect({ ...(after && { after }), ...(lookback && { lookback }) }).toEqual(start);
  });

  test("looks for mail to the same address, without a long poll", async () => {
    const to = "signup+a@desk.example.com";
    const { query } = await failToWait([], { to });
    expect(query).toMatchObject({ to, authenticated: false });
    expect(query?.wait ?? 0).toBe(0);
  });
});
