import { describe, expect, test } from "vitest";
import { openMailbox, openSmsInbox } from "../../src/index.ts";

const summary = (id: string) => ({
  ...{ id, sender: "Shop", subject: "Hi", snippet: "", received_at: "2999-01-01T00:00:00.000Z", phone: "5550100001" },
});

const link = "https://shop.example/verify/a1b2c3d4";
/** Has a code, a link, and a number that is hardly a code. */
const text = `Your code is 482913. Or open ${link}\n\nOrder 55812`;

/** A server that lists messages without their texts: `m1`, which it has dropped since, and `m2`. */
function serve(onText: () => void = () => {}, body = text, found: object = {}) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const isList = pathname.endsWith("/recent");
    if (!isList) onText();
    request.signal.throwIfAborted();
    const list = searchParams.has("full") ? [summary("m2"), summary("m1")] : [];
    if (isList) return Response.json({ success: true, emails: list, messages: list, cursor: "c1" });
    if (pathname.endsWith("m1")) return Response.json({ error: "Dropped.", code: "not_found" }, { status: 404 });
    const message = { ...summary("m2"), body, ...found };
    return Response.json({ success: true, email: message, message });
  };
}

/** What both kinds of handles have. */
interface Handle {
  waitForMessage(options?: { signal?: AbortSignal }): Promise<object>;
  message(id: string): Promise<{ codes: object[] }>;
}
const options = { baseUrl: "http://desk.test", retries: false };
describe.each<[string, (fetch: ReturnType<typeof serve>) => Handle]>([
  ["a mail", (fetch) => openMailbox({ ...options, key: "svcm_1", fetch })],
  ["an SMS", (fetch) => openSmsInbox({ ...options, key: "svcsms_1", fetch })],
])("the text of %s that is listed without it", (_what, open) => {
  test("is requested, and a message that was dropped meanwhile is skipped", async () => {
    const found = await open(serve()).waitForMessage();
    expect(found).toMatchObject({ id: "m2", body: text, codes: [{ value: "482913" }] });
  });

  test("comes with the likely codes and the links, which older servers do not send", async () => {
    const message = await open(serve()).message("m2");
    expect(message).toMatchObject({ id: "m2", body: text, links: [{ url: link }] });
    expect(message.codes).toEqual([
      { value: "482913", shown: "482913", kind: "one_time", confidence: expect.any(Number) },
    ]);
  });

  test.each([
    ["1999", []],
    ["747728", ["747728"]],
  ])("comes without a code that is less likely one than not: of a parcel %s", async (number, expected) => {
    const parcel = `We shipped your parcel.\n\nYour trellis code: ${number}`;
    const { codes } = await open(serve(undefined, parcel)).message("m2");
    expect(codes).toMatchObject(expected.map((value) => ({ value })));
    expect(codes).toHaveLength(expected.length);
  });

  test("is not searched again if a newer server found no code and no link in it", async () => {
    const none = { links: [], codes: [] };
    expect(await open(serve(undefined, text, none)).message("m2")).toMatchObject({ body: text, ...none });
  });

  test.each([{ links: [] }, { codes: [] }])("is searched if a server sends but %j of what is in it", async (found) => {
    const message = await open(serve(undefined, text, found)).message("m2");
    expect(message).toMatchObject({ links: [{ url: link }], codes: [{ value: "482913" }] });
  });

  test("is no longer requested by a wait that is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("no longer needed");
    const inbox = open(serve(() => controller.abort(reason)));
    await expect(inbox.waitForMessage({ signal: controller.signal })).rejects.toBe(reason);
  });
});

test.each([
  ["a mailbox", (fetch: ReturnType<typeof serve>) => openMailbox({ ...options, key: "svcm_1", fetch })],
  ["an SMS inbox", (fetch: ReturnType<typeof serve>) => openSmsInbox({ ...options, key: "svcsms_1", fetch })],
])("the cursor of %s is no longer requested by a caller who aborts", async (_what, open) => {
  const inbox = open(() => new Promise(() => {}));
  const reason = new Error("no longer needed");
  const cursor = inbox.currentCursor({ signal: AbortSignal.abort(reason) });
  await expect(cursor).rejects.toBe(reason);
});
