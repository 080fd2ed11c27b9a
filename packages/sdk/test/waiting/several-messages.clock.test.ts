import { expect, onTestFinished, test, vi } from "vitest";
import { openMailbox } from "../../src/index.ts";

test("messages that are waited for together share one time-out", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const waits: string[] = [];
  const fetch = async ({ url }: Request) => {
    const { searchParams } = new URL(url);
    const wait = searchParams.get("wait");
    // Without it the handle reads where it starts.
    if (wait === null) return Response.json({ success: true, emails: [], cursor: "m0", more: false, missed: 0 });
    const id = `m${waits.push(wait)}`;
    now += 7_000;
    const mail = { id, sender: "Shop", subject: "Hi", snippet: "", received_at: "2026-01-01T00:00:00.000Z" };
    const content = { body: "Hello", links: [], codes: [], recipient: "signup@desk.test", authenticated: "none" };
    return Response.json({ success: true, emails: [{ ...mail, ...content }], cursor: id, more: false, missed: 0 });
  };
  const mailbox = openMailbox({ baseUrl: "http://desk.test", key: "svcm_1", fetch });
  const messages = await mailbox.waitForMessages({ count: 3, timeout: 24_000 });
  expect(messages.map(({ id }) => id)).toEqual(["m1", "m2", "m3"]);
  expect(waits).toEqual(["24", "17", "10"]);
});

test.each([
  [{ after: "m5" }, "after=m5 lookback=null"],
  [{ lookback: 600_000 }, "after=null lookback=600"],
])("messages that are waited for together, or in a loop, from %j follow one another", async (start, first) => {
  const queries: string[] = [];
  const fetch = async ({ url }: Request) => {
    const { searchParams } = new URL(url);
    // Without a wait the handle reads where it starts itself.
    if (searchParams.get("wait") === null)
      return Response.json({ success: true, emails: [], cursor: "m0", more: false, missed: 0 });
    queries.push(["after", "lookback"].map((name) => `${name}=${searchParams.get(name)}`).join(" "));
    const id = `m${5 + queries.length}`;
    const mail = { id, sender: "Shop", subject: "Hi", snippet: "", received_at: "2026-01-01T00:00:00.000Z" };
    const content = { body: "Hello", links: [], codes: [], recipient: "signup@desk.test", authenticated: "none" };
    return Response.json({ success: true, emails: [{ ...mail, ...content }], cursor: id, more: false, missed: 0 });
  };
  const open = () => openMailbox({ baseUrl: "http://desk.test", key: "svcm_1", fetch });
  const all = ["m6", "m7", "m8"];
  const together = await open().waitForMessages({ count: 3, ...start });
  expect(together.map(({ id }) => id)).toEqual(all);
  expect(queries.splice(0)).toEqual([first, "after=m6 lookback=null", "after=m7 lookback=null"]);
  const inLoop: string[] = [];
  for await (const { id } of open().messages(start)) if (inLoop.push(id) === 3) break;
  expect(inLoop).toEqual(all);
  expect(queries).toEqual([first, "after=m6 lookback=null", "after=m7 lookback=null"]);
});
