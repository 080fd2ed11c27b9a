import type { OperationId } from "@frontdesk/contract";
import { describe, expect, test } from "vitest";
import { openDeskWithEverything, request } from "./desk-with-everything.ts";

const list: [string[], string[]] = [
  ["limit=1", "limit=1000"],
  ["limit=0", "limit=1001", "limit=1.5", "limit="],
];
const recent = (most: number): [string[], string[]] => [
  [
    "n=1",
    `n=${most}`,
    "lookback=0",
    "lookback=3600",
    "lookback=3600&wait=0",
    "lookback=3600&wait=50",
    "full=true",
    "full=false",
  ],
  ["n=0", `n=${most + 1}`, "lookback=-1", "lookback=3600.1", "wait=-1", "wait=50.1", "full=1", "full="],
];

/** For each operation the queries at its bounds, and those just beyond them. */
const queries: [OperationId, taken: string[], refused: string[]][] = [
  ["listSubdomains", ...list],
  ["listMailboxes", ...list],
  ["listSmsInboxes", ...list],
  ["listWebhooks", ...list],
  ["listAuthenticators", ...list],
  ["listAgentKeys", ...list],
  ["listAuditEntries", ...list],
  ["listMailboxEmails", ["limit=1", "limit=10"], ["limit=0", "limit=11"]],
  ["listSmsInboxMessages", ["limit=1", "limit=20"], ["limit=0", "limit=21"]],
  ["getRecentMail", ...recent(10)],
  ["getRecentMail", ["to=a", `to=${"a".repeat(500)}`], ["to=", `to=${"a".repeat(501)}`]],
  ["getRecentSms", ...recent(20)],
];

const text = { phone: "5550100001", sender: "Bank", body: "Code 2" };
const texts = (count: number) => Array.from({ length: count }, (_, at) => ({ ...text, body: `Code ${at}` }));
const url = (length: number) => "http://127.0.0.1:9/".padEnd(length, "a");

/** The same for bodies. */
const bodies: [OperationId, taken: object[], refused: object[]][] = [
  ["createAgentKey", [{ name: "a" }, { name: "a".repeat(100) }], [{ name: "" }, { name: "a".repeat(101) }]],
  ["updateAgentKey", [{ name: "a" }, { name: "a".repeat(100) }], [{ name: "" }, { name: "a".repeat(101) }]],
  [
    "registerMailbox",
    [{ name: "a" }, { name: "a".repeat(64) }],
    [{ name: "" }, { name: "a".repeat(65) }, { name: "a..b" }],
  ],
  [
    "registerSubdomain",
    [{ name: "a" }, { name: "a".repeat(63) }],
    [{ name: "" }, { name: "a".repeat(64) }, { name: "xn--a" }],
  ],
  [
    "registerSmsInbox",
    [{ phone: "1234567" }, { phone: "123456789012345" }],
    [{ phone: "123456" }, { phone: "1".repeat(16) }],
  ],
  ["registerWebhook", [{ url: url(2048) }], [{ url: url(2049) }, { url: url(30), events: [] }]],
  [
    "registerAuthenticator",
    [
      { secret: "GE", digits: 6, period: 10 },
      { secret: "GE".repeat(128), digits: 8, period: 300, algorithm: "SHA512" },
      { secret: "gezd gnbv-gy3t====", issuer: "i".repeat(256), account: "a".repeat(256), name: "a".repeat(64) },
    ],
    [
      { secret: "G" },
      { secret: "GE".repeat(129) },
      { secret: "GE", digits: 5 },
      { secret: "GE", digits: 9 },
      { secret: "GE", period: 9 },
      { secret: "GE", period: 301 },
      { secret: "GE", algorithm: "MD5" },
      { secret: "GE", issuer: "i".repeat(257) },
      { secret: "GE", name: "a..b" },
      { secret: "G1" },
    ],
  ],
  ["pushSms", [{ messages: texts(1_000) }], [{ messages: texts(1_001) }]],
];

describe("a query at its bounds is accepted, and one beyond them rejected", () => {
  test.each(queries)("%s", async (id, taken, refused) => {
    const { desk, owner } = await openDeskWithEverything();
    for (const query of taken)
      expect([query, (await request(desk, id, owner, { query })).status]).toEqual([query, 200]);
    for (const query of refused) {
      const { status, body } = await request(desk, id, owner, { query });
      expect([query, status, body.code]).toEqual([query, 400, "invalid_request"]);
    }
  });
});

describe("a body at its bounds is accepted, and one beyond them rejected", () => {
  test.each(bodies)("%s", async (id, taken, refused) => {
    const { desk, owner } = await openDeskWithEverything();
    for (const [at, body] of taken.entries())
      expect([at, (await request(desk, id, owner, { body })).status]).toEqual([at, 200]);
    for (const [at, body] of refused.entries())
      expect([at, (await request(desk, id, owner, { body })).status]).toEqual([at, 400]);
  });
});
