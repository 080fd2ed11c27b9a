import type { Terminal } from "@frontdesk/basics/command-line";
import { beforeEach, expect, test, vi } from "vitest";
import { callApi } from "../../src/cli/call-api.ts";
import { pairCompanion } from "../../src/cli/phone-pairing.ts";
import { androidLimits } from "../../src/sms/forwarders/index.ts";

vi.mock("../../src/cli/call-api.ts");

const inboxes: { id: string; phones: { phone: string }[] }[] = [];

beforeEach(() => {
  inboxes.length = 0;
  vi.mocked(callApi)
    .mockReset()
    .mockImplementation(async (url) => {
      if (url.endsWith("/sms/list")) return { sms_tokens: inboxes };
      if (url.endsWith("/sms/register")) return { sms_token: { id: "new" } };
      return { pairing: { code: "CODE", expires_at: "2026-11-20T09:40:00Z" } };
    });
});

/** Pairs a phone with these flags, variables and answer. */
async function pair(
  args: Parameters<typeof pairCompanion>[0],
  {
    env = { FRONTDESK_KEY: "svcagt_1" } as Record<string, string>,
    answer = null as string | null,
    isInteractive = false,
  } = {},
) {
  const [out, err, raw]: string[][] = [[], [], []];
  const terminal = {
    env,
    isInteractive,
    out: (line: string) => void out?.push(line),
    err: (line: string) => void err?.push(line),
    writeRaw: (text: string) => void raw?.push(text),
    ask: async () => answer,
  };
  await pairCompanion(args, terminal as Terminal);
  return { out, err, raw: raw?.join("") };
}

const requests = () => vi.mocked(callApi).mock.calls.map(([url, { method }]) => `${method} ${url}`);
const authorization = () =>
  vi.mocked(callApi).mock.calls.map(([, { headers }]) => (headers as Record<string, string>).authorization);

test("the link is all of stdout; when it ends and what Android limits are notes", async () => {
  const { out, err } = await pair({ url: "https://desk.acme.org/", phone: "5550123456" });
  expect(out).toEqual(["https://desk.acme.org/pair#CODE/5550123456"]);
  expect(err).toEqual([
    "The link works once, until 2026-11-20T09:40:00Z. Its page also offers the app, if this server has it.",
    ...androidLimits.map((line) => `! ${line}`),
  ]);
});

test("on a terminal the code to scan comes before the link, past the lines of the output", async () => {
  const { out, err, raw } = await pair({ url: "https://desk.acme.org" }, { isInteractive: true });
  expect(raw).toContain("▄");
  expect(out).toEqual(["https://desk.acme.org/pair#CODE"]);
  expect(err?.slice(0, 2)).toEqual([
    "Scan this with the phone's camera:",
    "or open this link on the phone, or paste it in the app:",
  ]);
});

test.each([
  ["https://desk.acme.org", false, false],
  ["http://10.0.0.5:8787", true, false],
  ["http://localhost:8787", true, true],
  ["http://127.0.0.1:8787", true, true],
  ["http://[::1]:8787", true, true],
])("%s is called unencrypted: %s; out of a phone's reach: %s", async (url, isUnencrypted, isOutOfReach) => {
  const last = (await pair({ url })).err?.at(-1);
  expect([last?.includes("is not encrypted"), last?.includes("A phone can't reach this one: give --url.")]).toEqual([
    isUnencrypted,
    isOutOfReach,
  ]);
});

test.each([
  [{ url: "https://flag.acme.org" }, "https://desk.acme.org", "https://flag.acme.org"],
  [{}, "https://desk.acme.org", "https://desk.acme.org"],
  [{}, "", "http://localhost:8787"],
])("with the flags %j and the variable %j the server is %s", async (args, variable, server) => {
  const { out } = await pair(args, { env: { FRONTDESK_KEY: "svcagt_1", FRONTDESK_URL: variable } });
  expect(out).toEqual([`${server}/pair#CODE`]);
});

test.each([
  [" svcagt_1 ", "svcagt_2"],
  ["", " svcagt_1\n"],
])(
  "the key is that of the variable, here %j, else the answer; spaces around it do not count",
  async (variable, answer) => {
    await pair({}, { env: { FRONTDESK_KEY: variable }, answer });
    expect(new Set(authorization())).toEqual(new Set(["Bearer svcagt_1"]));
  },
);

test("an account without an SMS inbox gets one, and its only one is taken", async () => {
  await pair({ url: "https://desk.acme.org" });
  expect(requests()).toEqual(
    ["GET list", "POST register", "POST new/pair"].map((text) =>
      text.replace(" ", " https://desk.acme.org/svc-api/sms/"),
    ),
  );
  inboxes.push({ id: "only", phones: [] });
  vi.mocked(callApi).mockClear();
  await pair({ url: "https://desk.acme.org" });
  expect(requests().at(-1)).toBe("POST https://desk.acme.org/svc-api/sms/only/pair");
});

test("several SMS inboxes are listed with their numbers, and the flag says which", async () => {
  inboxes.push({ id: "a", phones: [{ phone: "5550123456" }, { phone: "5550987654" }] }, { id: "b", phones: [] });
  await expect(pair({})).rejects.toThrow("SMS inboxes: a (5550123456, 5550987654), b (no number yet).");
  vi.mocked(callApi).mockClear();
  await pair({ id: "b" });
  expect(requests()).toEqual(["POST http://localhost:8787/svc-api/sms/b/pair"]);
});
