import { expect, test } from "vitest";
import type { RequestBody } from "../../src/edge/visitors/request-body.ts";
import { after, answer, type Bed, setUp } from "./exchange-fakes.ts";

test("bytes that the visitor does not read are paused and counted until it drains, and freed with the request", () => {
  const bed = setUp({ takes: false });
  const exchange = bed.start();
  bed.app().onHead(answer(103));
  expect(bed.did.splice(0)).toEqual(["begin head", "pause"]);
  expect([...bed.noted].map((peer) => peer.bufferedBytes())).toEqual([12]);
  bed.visitor().onDrain();
  expect([bed.did.splice(0), bed.noted.size]).toEqual([["resume"], 0]);
  bed.app().onHead(answer(200));
  bed.app().onBody(Buffer.from("a"), false);
  expect([bed.did.splice(0), bed.noted.size]).toEqual([["answer 200", "pause"], 1]);
  const [peer] = bed.noted;
  peer!.close();
  expect([bed.did.splice(0), bed.noted.size, exchange.isOver]).toEqual([["destroy", "over", "cut"], 0, true]);
});

test("a request that waits for a connection is counted with its body, and rejected if it is too large", () => {
  const bed = setUp({ method: "POST", body: {} });
  bed.bed.waits = true;
  bed.start();
  expect([...bed.noted].map((peer) => peer.bufferedBytes())).toEqual(["head".length + 3]);
  const [peer] = bed.noted;
  peer!.close();
  expect([bed.did.splice(0), bed.noted.size]).toEqual([["stop", "over", "refuse 504 tunnel_busy"], 0]);
  bed.takers[0]!(bed.link as never);
  expect(bed.did).toEqual(["release"]);
});

test("a request that got its connection or ended at once is not counted as waiting", () => {
  const bed = setUp();
  bed.bed.waits = true;
  bed.start();
  bed.takers[0]!(bed.link as never);
  expect(bed.noted.size).toBe(0);
  const none = setUp();
  none.pool.acquire = (take) => take(null);
  none.start();
  expect([none.did, none.noted.size]).toEqual([["over", "refuse 504 tunnel_busy"], 0]);
});

test.each([
  ["refused where there is no other", undefined, ["over", "refuse 502 tunnel_offline"]],
  ["sent to another where there is one", {}, ["begin other"]],
])("a request that waits for a client which disconnects is %s", (_what, other, expected) => {
  const bed = setUp(other && { other });
  bed.bed.waits = true;
  bed.start();
  bed.pool.isDraining = true;
  bed.bed.waits = false;
  bed.takers[0]!(null);
  expect(bed.did).toEqual(expected);
});

test("a visitor who disconnects is counted once, and not after the response", () => {
  const leaves = (bed: Bed) => bed.visitor().onDisconnect();
  expect(after({}, leaves)).toEqual(["abort", "destroy", "over"]);
  const late = after({}, (bed) => {
    bed.app().onHead(answer(204));
    bed.app().onEnd([]);
    leaves(bed);
  });
  expect(late).toEqual(["answer 204", "visitor's end null", "release", "over"]);
});

test("bytes buffered for a repeat are freed once there is a response", () => {
  expect(after({}, (bed) => bed.app().onReadDone())).toEqual([]);
  const did = after({}, (bed) => {
    bed.app().onHead(answer(200));
    bed.app().onReadDone();
  });
  expect(did).toEqual(["answer 200", "flush"]);
});

test("a response that has begun may take its time, and a finished request is not rejected", () => {
  for (const end of [false, true]) {
    const bed = setUp();
    const exchange = bed.start();
    bed.app().onHead(answer(200));
    if (end) bed.app().onEnd([]);
    bed.did.length = 0;
    exchange.checkTimeouts(1_000_000);
    expect(bed.did).toEqual([]);
  }
});

test("a stalled body is rejected, even if the app may take its time", () => {
  const bed = setUp({ method: "POST", body: { isSent: false, isStalled: () => true } });
  bed.start().checkTimeouts(1);
  expect(bed.did.slice(1)).toEqual(["stop", "destroy", "over", "refuse 408 request_timeout"]);
});

test("the body's limits end with the start of the response, and the body stops when the request is aborted", () => {
  const body: Partial<RequestBody> = { mayStall: false };
  const bed = setUp({ method: "POST", body });
  const exchange = bed.start();
  expect(bed.body?.mayStall).toBe(false);
  bed.app().onHead(answer(200));
  expect(bed.body?.mayStall).toBe(true);
  exchange.abort();
  expect(bed.did).toEqual(["begin head", "answer 200", "stop", "destroy", "over", "cut"]);
});

test("after an upgrade bytes pass in both directions with back-pressure, and without a time limit", () => {
  const bed = setUp({ upgrading: true, takes: false });
  const exchange = bed.start();
  bed.app().onHead(answer(101));
  bed.did.length = 0;
  exchange.checkTimeouts(1_000_000);
  bed.visitor().onDisconnect();
  expect([bed.did, exchange.isOver]).toEqual([[], false]);
  bed.app().onBody(Buffer.from("two"), false);
  expect([bed.did.splice(0), [...bed.noted].map((peer) => peer.bufferedBytes())]).toEqual([["pause"], [10]]);
  bed.upgraded.emit("drain");
  expect([bed.did.splice(0), bed.noted.size]).toEqual([["resume"], 0]);
  bed.bed.written = false;
  bed.upgraded.emit("data", Buffer.from("a"));
  expect(bed.upgraded.isPaused()).toBe(true);
  bed.app().onAppDrain();
  expect(bed.upgraded.isPaused()).toBe(false);
  bed.upgraded.emit("end");
  expect(bed.did.splice(0)).toEqual(["end"]);
  bed.upgraded.emit("close");
  bed.upgraded.emit("close");
  expect(bed.did).toEqual(["destroy", "over"]);
});

test.each([
  ["the app ends it", (bed: Bed) => bed.app().onLost("closed"), { ended: true, destroyed: false }],
  ["it is cut", (_: unknown, exchange: { abort(): void }) => exchange.abort(), { ended: false, destroyed: true }],
])("an upgraded connection ends when %s", (_what, happens, expected) => {
  const bed = setUp({ upgrading: true });
  const exchange = bed.start();
  bed.app().onHead(answer(101));
  happens(bed, exchange);
  const { writableEnded: ended, destroyed } = bed.upgraded;
  expect({ ended, destroyed }).toEqual(expected);
  expect(bed.did.filter((word) => word === "over")).toHaveLength(1);
  expect(bed.did).not.toContain("cut");
});

test("an app that switches protocols unasked causes a 502", () => {
  expect(after({}, (bed) => bed.app().onHead(answer(101)))).toEqual(["destroy", "over", "refuse 502 app_error"]);
});

test("an invalid response is distinguished from a truncated one", () => {
  const titles = (["malformed", "disconnected"] as const).map((reason) => {
    const bed = setUp({ method: "POST" });
    bed.start();
    bed.app().onLost(reason);
    return bed.refused.map(({ title }) => title);
  });
  expect(titles).toEqual([["The app's response is not HTTP"], ["The connection was closed"]]);
});

test("a visitor who disconnected before its request begins takes no connection", () => {
  const bed = setUp();
  bed.bed.hasLeft = true;
  expect(bed.start().isOver).toBe(true);
  expect([bed.asked, bed.did]).toEqual([[], ["abort", "over"]]);
});

test("a visitor who keeps reading after its response moves no connection, which may serve another by then", () => {
  const did = after({}, (bed) => {
    bed.app().onHead(answer(204));
    bed.app().onEnd([]);
    bed.did.length = 0;
    bed.visitor().onDrain();
  });
  expect(did).toEqual([]);
});
