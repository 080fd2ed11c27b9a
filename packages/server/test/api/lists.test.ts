import { describe, expect, it } from "vitest";
import { openDesk } from "./harness.ts";

describe("lists", () => {
  it.each([
    ["mailbox", "mailboxes", "mail"],
    ["sms", "sms_tokens", "sms"],
  ] as const)("of %s report as many in use as they contain, while others register", async (kind, rows, inbox) => {
    const desk = await openDesk({ freeMailboxes: 100, freeSmsInboxes: 100 });
    let number = 0;
    const add = () => desk.call("POST", `${kind}/register`, { body: { name: `box${number++}` } });
    await add();
    const messages = desk.server.services[inbox];
    const { index } = messages;
    // The rows have been read by now, and their messages are counted.
    messages.index = async (id: string) => {
      messages.index = index as never; // Each inbox gets its own back.
      await add();
      return index(id) as never;
    };
    const list = (await desk.call("GET", `${kind}/list`)).body;
    expect(number).toBe(2);
    expect([list[rows].length, list.used]).toEqual([1, 1]);
    for (let more = 0; more < 4; more++) await add();
    const first = (await desk.call("GET", `${kind}/list?limit=4`)).body;
    const last = (await desk.call("GET", `${kind}/list?limit=4&cursor=${first.next}`)).body;
    expect([first, last].map((page) => [page[rows].length, page.used])).toEqual([
      [4, 6],
      [2, 6],
    ]);
  });

  it("of an SMS inbox have the newest messages of the number that is asked for, whatever came to the other", async () => {
    const desk = await openDesk();
    const { id, token } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
    for (const [phone, text] of [
      ["5550100001", "one"],
      ["5550100001", "two"],
      ["5550100001", "three"],
      ["5550100002", "other"],
    ])
      await desk.call("POST", "sms/push", { token, body: { phone, sender: "SHOP", body: text } });
    const list = async (query: string) => (await desk.call("GET", `sms/${id}/messages?${query}`)).body.messages;
    const snippets = async (query: string) => (await list(query)).map(({ snippet }: { snippet: string }) => snippet);
    const phoneId = (await list("")).find(({ snippet }: { snippet: string }) => snippet === "one").phone_id;
    expect(await snippets("")).toEqual(["other", "three", "two", "one"]);
    expect(await snippets("limit=2")).toEqual(["other", "three"]);
    expect(await snippets(`phone_id=${phoneId}&limit=2`)).toEqual(["three", "two"]);
    await desk.server.close();
  });
});
