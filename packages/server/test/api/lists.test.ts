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
});
