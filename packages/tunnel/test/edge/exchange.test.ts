import { expect, test } from "vitest";
import type { LossReason } from "../../src/edge/connections/app-connection.ts";
import type { Head } from "../../src/wire/index.ts";
import { after, answer, type Bed, type Fakes, setUp } from "./exchange-fakes.ts";

test.each([
  ["a request that may be repeated", {}, { needsFresh: false, needsDedicated: false }],
  ["HEAD", { method: "HEAD" }, { needsFresh: false, needsDedicated: false }],
  ["OPTIONS", { method: "OPTIONS" }, { needsFresh: false, needsDedicated: false }],
  ["POST", { method: "POST" }, { needsFresh: true, needsDedicated: false }],
  ["GET with a body", { body: { length: 131_072 } }, { needsFresh: true, needsDedicated: false }],
  ["a body of more than 128 KiB", { body: { length: 131_073 } }, { needsFresh: true, needsDedicated: true }],
  ["an upgrade", { upgrading: true }, { needsFresh: true, needsDedicated: true }],
])("%s requests the connection that it needs", (_what, fakes, needs) => {
  const bed = setUp(fakes);
  bed.start();
  expect(bed.asked).toEqual([needs]);
});

const lost =
  (reason: LossReason, change: (bed: Bed) => void = () => {}) =>
  (bed: Bed) => {
    change(bed);
    bed.app().onLost(reason);
  };
const CUT = ["over", "refuse 502 app_error"];

test.each<[string, Partial<Fakes>, (bed: Bed) => void, string[]]>([
  ["a kept connection that the app closed", {}, lost("closed"), ["begin head"]],
  ["a first request that the app closed", { uses: 1 }, lost("closed"), CUT],
  ["a first request that was cut with the agent", { uses: 1 }, lost("disconnected"), ["begin head"]],
  ["POST", { method: "POST" }, lost("closed"), CUT],
  ["an answer that makes no sense", {}, lost("malformed", ({ bed }) => Object.assign(bed, { replied: true })), CUT],
  ["an answer of which some came", {}, lost("closed", ({ bed }) => Object.assign(bed, { replied: true })), CUT],
  ["an interim answer", {}, lost("closed", (bed) => bed.app().onHead(answer(103))), CUT],
  ["an app that had it for a second", {}, lost("closed", ({ bed }) => Object.assign(bed, { time: 1_000 })), CUT],
  ["an app that had it for less", {}, lost("closed", ({ bed }) => Object.assign(bed, { time: 999 })), ["begin head"]],
  ["an agent that is gone", {}, lost("disconnected", ({ pool }) => Object.assign(pool, { isDraining: true })), CUT],
  [
    "an agent that is gone where there is another",
    { other: {} },
    lost("disconnected", ({ pool }) => Object.assign(pool, { isDraining: true })),
    ["begin other"],
  ],
])("a lost connection, after %s, is repeated or not", (_what, fakes, happens, expected) => {
  expect(after(fakes, happens)).toEqual(expected);
});

test("a request is repeated once, on a connection that no other request has used", () => {
  const bed = setUp();
  bed.start();
  bed.app().onLost("closed");
  bed.app().onLost("closed");
  expect(bed.asked).toEqual([
    { needsFresh: false, needsDedicated: false },
    { needsFresh: true, needsDedicated: false },
  ]);
  expect(bed.did).toEqual(["begin head", "begin head", ...CUT]);
});

test("the second in which a request may be repeated begins when the app gets it", () => {
  const bed = setUp();
  bed.bed.waits = true;
  bed.start();
  bed.bed.time = 5_000;
  bed.takers[0]!(bed.link as never);
  bed.app().onLost("closed");
  expect(bed.takers).toHaveLength(2);
});

test("a request whose visitor disconnects while its connection is requested counts as waiting no longer", () => {
  const bed = setUp();
  bed.pool.acquire = () => bed.visitor().onDisconnect();
  bed.start();
  expect([bed.did, bed.noted.size]).toEqual([["abort", "over"], 0]);
});

test("an app's error response with an unknown errno is shown without it, and its own responses pass", () => {
  const says = (status: number, ...headers: string[]) =>
    after({}, (bed) => bed.app().onHead(answer(status, { headers } as Partial<Head>)));
  expect(says(502, "Frontdesk-Agent-Error", "ECONNREFUSED")).toEqual(["destroy", "over", "refuse 502 app_down"]);
  for (const status of [200, 500, 501, 503, 504])
    expect(says(status, "frontdesk-agent-error", "ECONNREFUSED")).toEqual([`answer ${status}`]);
  const told = (why: string) => {
    const bed = setUp();
    bed.start();
    bed.app().onHead(answer(502, { headers: ["frontdesk-agent-error", why] } as Partial<Head>));
    return bed.refused[0]!.error.includes(`(${why})`);
  };
  expect(["A".repeat(40), "A".repeat(41), "<b>", "EIO <b>"].map(told)).toEqual([true, false, false, false]);
  expect(says(502, "x", "frontdesk-agent-error")).toEqual(["answer 502"]);
});

test("a thousand interim responses pass, and one more ends the request", () => {
  const did = after({}, (bed) => {
    for (let count = 0; count < 1_000; count++) bed.app().onHead(answer(103));
    expect(bed.did).toEqual([]);
    bed.app().onHead(answer(103));
  });
  expect(did).toEqual(["destroy", "over", "refuse 502 app_error"]);
});

test.each([
  ["kept after a whole answer", {}, true, "release"],
  ["closed where the app says so", {}, false, "destroy"],
  ["closed where the body is not sent whole", { method: "POST", body: { isSent: false } }, true, "destroy"],
  ["kept where it is", { method: "POST", body: { isSent: true } }, true, "release"],
])("a connection is %s", (_what, fakes, keepAlive, expected) => {
  const did = after(fakes, (bed) => {
    bed.app().onHead(answer(200, { keepAlive }));
    bed.app().onBody(Buffer.from("last"), true);
    bed.app().onEnd([]);
    // Whatever comes now, it was over.
    bed.app().onEnd([]);
  });
  expect(did.filter((word) => word !== "stop")).toEqual(["answer 200", "visitor's end last", expected, "over"]);
});
