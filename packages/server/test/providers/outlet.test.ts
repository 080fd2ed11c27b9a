import { expect, test } from "vitest";
import type { Services } from "../../src/context.ts";
import type { ProviderAccess } from "../../src/providers/access.ts";
import { createOutlets } from "../../src/providers/outlet.ts";
import { ProviderError } from "../../src/providers/provider-error.ts";

interface OutletOptions {
  smtpMaxSize?: number;
  /** Channels that the caller may not use. */
  refused?: readonly string[];
  smsInboxId?: string | null;
  /** Whether a recipient has a mailbox. */
  hasMailbox?: boolean;
}

/** An outlet whose mails are recorded as they reach the parser. */
function openOutlet({
  smtpMaxSize = 1_000_000,
  refused = [],
  smsInboxId = null,
  hasMailbox = true,
}: OutletOptions = {}) {
  const seen = {
    resolved: [] as unknown[][],
    parsers: [] as unknown[][],
    mail: "",
    stored: [] as unknown[][],
    started: [] as unknown[][],
    checked: [] as unknown[][],
  };
  // The outlet uses no others.
  const services = {
    options: { smtpMaxSize },
    clock: { now: () => 7 },
    intake: {
      async resolveOwned(...call: unknown[]) {
        seen.resolved.push(call);
        return { destinations: hasMailbox ? ["mailbox"] : [] };
      },
      parsing: {
        createParser(...call: unknown[]) {
          seen.parsers.push(call);
          return {
            write(chunk: Uint8Array) {
              seen.mail += Buffer.from(chunk).toString();
            },
            end: async () => ({ subject: "parsed" }),
          };
        },
      },
      store: async (...call: unknown[]) => void seen.stored.push(call),
    },
    verifications: {
      start: async (...call: unknown[]) => void seen.started.push(call),
      check: async (...call: unknown[]) => void seen.checked.push(call),
    },
  } as unknown as Services;
  const access: ProviderAccess = {
    account: "one",
    smsInboxId,
    mayRegisterInbox: false,
    recheck: async () => {},
    findRefusal: (channel) => (refused.includes(channel) ? new ProviderError("forbidden", `no ${channel}`) : null),
  };
  return { outlet: createOutlets(services)(access, { name: "resend", title: "Resend" }), seen };
}

const ann = { name: "Ann", email: "ann@x.example" };
const mail = { from: { name: "Shop", email: "shop@shop.example" }, to: [ann], subject: "Your code", text: "369385" };
async function* bytes(length: number) {
  yield Buffer.alloc(length, "x");
}

test("a mail is composed with all its fields, and stored with the provider's name", async () => {
  const { outlet, seen } = openOutlet();
  const [cc, bcc, replyTo] = [[{ ...ann, email: "cc@x.example" }], [{ ...ann, email: "bcc@x.example" }], [ann]];
  await outlet.sendMail({ ...mail, cc, bcc, replyTo, html: "<p>1</p>", headers: [["X-Shop", "1"]] });
  const to = ["ann@x.example", "cc@x.example", "bcc@x.example"];
  expect(seen.resolved).toEqual([[to, "one", "through Resend's API"]]);
  expect(seen.parsers).toEqual([[{ sender: expect.stringContaining("shop@shop.example") }, ["account one"]]]);
  for (const field of ["From: Shop", "To: Ann", "Cc: Ann", "Reply-To: Ann", "Subject: Your code", "X-Shop: 1"])
    expect(seen.mail).toContain(field);
  for (const type of ["text/plain", "text/html"]) expect(seen.mail).toContain(`Content-Type: ${type}`);
  expect(seen.mail).not.toContain("bcc@x.example");
  expect(seen.stored).toEqual([[["mailbox"], { subject: "parsed", via: "resend" }]]);
});

test("a recipient that is named twice gets one mail", async () => {
  const { outlet, seen } = openOutlet();
  await outlet.sendMail({ ...mail, cc: [ann], bcc: [ann] });
  expect(seen.resolved[0]?.[0]).toEqual(["ann@x.example"]);
});

test("half a character in a recipient's address is replaced, as no text in UTF-8 can hold it", async () => {
  const { outlet, seen } = openOutlet();
  const listOf = (localPart: string) => [{ name: "", email: `${localPart}\ud83d@x.example` }];
  await outlet.sendMail({ ...mail, to: listOf("to"), cc: listOf("cc"), bcc: listOf("bcc") });
  expect(seen.resolved[0]?.[0]).toEqual(["to\ufffd@x.example", "cc\ufffd@x.example", "bcc\ufffd@x.example"]);
});

test("a mail has at most --smtp-max-size bytes, also one that nobody gets", async () => {
  const raw = { sender: "", recipients: ["ann@x.example"] };
  for (const hasMailbox of [true, false]) {
    const { outlet, seen } = openOutlet({ smtpMaxSize: 100_000, hasMailbox });
    await outlet.sendRawMail({ ...raw, raw: bytes(100_000) });
    expect([seen.mail.length, seen.stored.length]).toEqual(hasMailbox ? [100_000, 1] : [0, 0]);
    await expect(outlet.sendRawMail({ ...raw, raw: bytes(100_001) })).rejects.toMatchObject({ fault: "too_large" });
    expect(seen.stored).toHaveLength(hasMailbox ? 1 : 0);
  }
});

const longName = { name: "n".repeat(64 * 1024 - mail.subject.length + 1), email: "a@x.example" };
test.each([
  ["sender", { from: longName, to: [] }],
  ["recipient", { to: [longName] }],
  ["copy", { cc: [longName] }],
  ["reply address", { replyTo: [longName] }],
  ["subject", { subject: "s".repeat(64 * 1024 + 1) }],
  ["header", { headers: [["X-A", longName.name]] as const }],
  ["header's name", { headers: [[longName.name, ""]] as const }],
])("the %s counts towards the 64 Ki characters of the header", async (_what, fields) => {
  const { outlet, seen } = openOutlet();
  const nameless = { ...mail, from: { name: "", email: "a@x.example" }, to: [] };
  await expect(outlet.sendMail({ ...nameless, ...fields })).rejects.toMatchObject({ fault: "too_large" });
  expect(seen.resolved).toEqual([]);
});

test("a blind copy does not count, and 64 Ki characters are allowed", async () => {
  const { outlet, seen } = openOutlet();
  const nameless = { from: { name: "", email: "a@x.example" }, to: [], text: "x" };
  await outlet.sendMail({ ...nameless, bcc: [longName], subject: "s".repeat(64 * 1024) });
  expect(seen.stored).toHaveLength(1);
});

const rules = { lifetimeMs: 1, maxSends: 1, maxFailures: 1 };
test.each([
  ["email", "mail"],
  ["sms", "sms"],
] as const)("a verification by %s needs the scope for %s, and is unknown without", async (channel, refused) => {
  const { outlet, seen } = openOutlet({ refused: [refused] });
  const start = (by: "sms" | "email") =>
    outlet.startVerification({ service: "s", to: "x", channel: by, rules, length: 4 });
  await expect(start(channel)).rejects.toThrow(`no ${refused}`);
  await start(channel === "sms" ? "email" : "sms");
  expect(seen.started).toMatchObject([["one", { service: "s" }]]);
  await outlet.checkVerification({ service: "s", target: { to: "x" }, code: "1", rules });
  const { isVisible } = seen.checked[0]![1] as { isVisible(entry: object): boolean };
  expect([isVisible({ channel }), isVisible({ channel: channel === "sms" ? "email" : "sms" })]).toEqual([false, true]);
});

test("an SMS key has verifications of its own, and sends no mail", async () => {
  const { outlet, seen } = openOutlet({ smsInboxId: "inbox", refused: ["mail"] });
  await outlet.startVerification({ service: "s", to: "x", channel: "sms", rules, length: 4 });
  await outlet.checkVerification({ service: "s", target: { to: "x" }, code: "1", rules });
  expect([seen.started[0]?.[1], seen.checked[0]?.[1]]).toMatchObject([{ service: "s inbox" }, { service: "s inbox" }]);
  await expect(outlet.sendMail(mail)).rejects.toThrow("no mail");
  await expect(outlet.sendRawMail({ sender: "", recipients: [], raw: bytes(1) })).rejects.toThrow("no mail");
  expect(outlet.now()).toBe(7);
});
