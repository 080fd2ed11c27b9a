import { describe, expect, test } from "vitest";
import { openMailbox } from "../src/index.ts";

const id = (number: number) => `${String(number).padStart(9, "0")}sometag`;
const mail = {
  id: id(2),
  subject: "Your code",
  sender: "a@b.example",
  recipient: "signup+a@desk.example.com",
  snippet: "",
  received_at: "2026-01-01T12:00:00.000Z",
  body: "Your code is 481220: https://b.example/verify?token=abcdefgh12345678",
  links: [{ url: "https://b.example/verify?token=abcdefgh12345678", text: "Verify" }],
  codes: [{ value: "481220", shown: "481220", kind: "one_time", confidence: 0.99, reason: "" }],
};

/** A mailbox that stands empty until the trigger ran, and the addresses for which the server was asked. */
function openRecorded() {
  const asked: (string | null)[] = [];
  let isThere = false;
  const fetch = async ({ url }: Request) => {
    const { searchParams } = new URL(url);
    asked.push(searchParams.get("to"));
    const emails = isThere && searchParams.get("after") !== id(2) ? [mail] : [];
    return Response.json({ success: true, emails, cursor: id(isThere ? 2 : 1) });
  };
  const address = "signup@desk.example.com";
  const mailbox = openMailbox({ baseUrl: "http://desk.test", key: "svcm_1", address, fetch, retries: false });
  const trigger = () => {
    isThere = true;
  };
  return { mailbox, trigger, asked };
}

type Recorded = ReturnType<typeof openRecorded>;
const to = "signup+a@desk.example.com";
const calls = {
  mark: ({ mailbox }: Recorded) => mailbox.alias("a").currentCursor(),
  "expectCode of an alias": ({ mailbox, trigger }: Recorded) => mailbox.alias("a").expectCode(trigger),
  "expectLink of an alias": ({ mailbox, trigger }: Recorded) => mailbox.alias("a").expectLink(trigger),
  "expectMessage of an alias": ({ mailbox, trigger }: Recorded) => mailbox.alias("a").expectMessage(trigger),
  "expectCode with to": ({ mailbox, trigger }: Recorded) => mailbox.expectCode(trigger, { to }),
  "expectLink with to": ({ mailbox, trigger }: Recorded) => mailbox.expectLink(trigger, { to }),
  "expectMessage with to": ({ mailbox, trigger }: Recorded) => mailbox.expectMessage(trigger, { to }),
};

// From its first read for an address on, the server keeps that address's mail for the reader.
describe("every read for one address sends it to the server, also the first", () => {
  test.each(Object.entries(calls))("%s", async (name, act) => {
    const recorded = openRecorded();
    // The handle of the mailbox itself has marked its own place.
    await Promise.resolve();
    const own = recorded.asked.length;
    await act(recorded);
    const reads = recorded.asked.slice(own);
    expect(reads.length).toBeGreaterThan(name === "mark" ? 0 : 1);
    expect(new Set(reads)).toEqual(new Set([to]));
  });
});
