import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AlreadyTakenError, createFrontdesk, NotFoundError } from "../../src/index.ts";

const mailbox = { id: "mBox1", name: "anna", address: "anna@desk.test", token: "svcm_1" };
const authenticator = { id: "aUth1", name: "github", period: 30 };
const smsToken = { id: "sMs1", token: "svcsms_1" };

/** A client whose server responds to each list or registration of mailboxes with the next of these; `sent` lists them. */
function connect(responses: (object | number)[] = [{ mailboxes: [mailbox] }]) {
  const sent: string[] = [];
  async function fetch({ url, method }: Request): Promise<Response> {
    const { pathname } = new URL(url);
    if (pathname.endsWith("/recent")) return Response.json({ success: true, emails: [], messages: [], cursor: "c1" });
    sent.push(`${method} ${pathname.replace("/svc-api/mailbox/", "")}`);
    const response = responses.length > 1 ? responses.shift() : responses[0];
    if (typeof response === "number") return Response.json({ error: "No.", code: null }, { status: response });
    return Response.json({ success: true, authenticators: [authenticator], sms_tokens: [smsToken], ...response });
  }
  return { sent, ...createFrontdesk({ baseUrl: "http://desk.test", key: "svcagt_1", fetch }) };
}

describe("a mailbox that is opened or else registered", () => {
  const none = { mailboxes: [] };
  const one = { mailboxes: [mailbox] };

  test.each([
    ["is opened if it is there", [one], ["GET list"]],
    ["is registered if it is not", [none, { mailbox }], ["GET list", "POST register"]],
    ["is opened if another process was quicker", [none, 409, one], ["GET list", "POST register", "GET list"]],
  ])("%s", async (_what, responses, requests) => {
    const { mailboxes, sent } = connect(responses);
    const timeout = vi.spyOn(AbortSignal, "timeout");
    vi.spyOn(performance, "now").mockReturnValue(1_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await mailboxes.openOrRegister("anna", { timeout: 12_345 })).toMatchObject({ id: "mBox1", key: "svcm_1" });
    expect(sent).toEqual(requests);
    // A mailbox that is opened reads its cursor too.
    const cursorReads = requests.at(-1) === "GET list" ? 1 : 0;
    expect(timeout.mock.calls.filter(([time]) => time === 12_345).length).toBe(requests.length + cursorReads);
  });

  test("is an error if another account has the name, and if anything else fails", async () => {
    await expect(connect([none, 409, none]).mailboxes.openOrRegister("anna")).rejects.toThrow(AlreadyTakenError);
    for (const responses of [[403], [none, 403], [none, 409, 403]])
      await expect(connect(responses).mailboxes.openOrRegister("anna")).rejects.toMatchObject({ status: 403 });
  });
});

test.each([
  ["a mailbox by its id", () => connect().mailboxes.open("mBox1"), "mBox1"],
  ["a mailbox by its name", () => connect().mailboxes.open("Anna"), "mBox1"],
  ["a mailbox by its address", () => connect().mailboxes.open("Anna@Desk.test"), "mBox1"],
  ["an authenticator by its id", () => connect().authenticators.open("aUth1"), "aUth1"],
  ["an authenticator by its name", () => connect().authenticators.open("GitHub"), "aUth1"],
  ["an SMS inbox by its id", () => connect().smsInboxes.open("sMs1"), "sMs1"],
])("opens %s: names have any case, ids their own", async (_what, open, id) => {
  expect((await open()).id).toBe(id);
});

test.each([
  ["mailbox", () => connect().mailboxes.open("mbox1")],
  ["authenticator", () => connect().authenticators.open("auth1")],
  ["SMS inbox", () => connect().smsInboxes.open("sms1")],
])("no %s is found by an id in another case", async (_what, open) => {
  await expect(open()).rejects.toThrow(NotFoundError);
});

test.each([
  ["mailboxes.open()", (signal: AbortSignal, client: Client) => client.mailboxes.open("anna", { signal })],
  ["smsInboxes.open()", (signal: AbortSignal, client: Client) => client.smsInboxes.open("sMs1", { signal })],
])("%s waits for the cursor of the inbox, and is aborted meanwhile", async (_name, open) => {
  const controller = new AbortController();
  const reason = new Error("no longer needed");
  const fetch = async (request: Request) => {
    if (!new URL(request.url).pathname.endsWith("/recent"))
      return Response.json({ success: true, mailboxes: [mailbox], sms_tokens: [smsToken] });
    // The first of these two reads is for all waits of the handle, so no signal ends it.
    return new Promise<Response>(() => void setTimeout(() => controller.abort(reason)));
  };
  const client = createFrontdesk({ baseUrl: "http://desk.test", key: "svcagt_1", fetch });
  await expect(open(controller.signal, client)).rejects.toBe(reason);
});
type Client = ReturnType<typeof createFrontdesk>;
