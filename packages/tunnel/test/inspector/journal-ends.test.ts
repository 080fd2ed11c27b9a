import { expect, test } from "vitest";
import { createJournal } from "../../src/inspector/journal.ts";

const end = { method: "GET", path: "/", status: 200, ms: 7, appDown: false, headers: {}, host: "", refusal: "" };

test("heads of requests and responses count like their bodies", () => {
  for (const part of ["path", "headers", "answer", "body"] as const) {
    const journal = createJournal({ maxTotalBytes: 1_000 });
    for (let count = 0; count < 5; count++) {
      const path = part === "path" ? "x".repeat(400) : "/";
      const recording = journal.begin({
        method: "GET",
        path,
        headers: part === "headers" ? ["A", "x".repeat(400)] : [],
      });
      if (part === "answer") recording.response(200, ["A", "x".repeat(400)]);
      if (part === "body") recording.responseBody(Buffer.alloc(400));
    }
    expect([part, journal.entries().map(({ id }) => id)]).toEqual([part, [5, 4]]);
  }
});

test("exactly the limit of bytes may be kept", () => {
  const journal = createJournal({ maxTotalBytes: 1_000 });
  const [first, second] = [1, 2].map(() => journal.begin({ method: "GET", path: "/", headers: [] }));
  first!.responseBody(Buffer.alloc(492));
  second!.responseBody(Buffer.alloc(500));
  expect(journal.entries()).toHaveLength(2);
  second!.responseBody(Buffer.alloc(1));
  expect(journal.entries().map(({ id }) => id)).toEqual([2]);
});

test("bytes of a request that is no longer kept are not counted", () => {
  const journal = createJournal({ maxEntries: 2, maxTotalBytes: 1_000 });
  const gone = journal.begin({ method: "GET", path: "/", headers: [] });
  const kept = [1, 2].map(() => journal.begin({ method: "GET", path: "/", headers: [] }));
  for (let count = 0; count < 10; count++) gone.responseBody(Buffer.alloc(900));
  for (const recording of kept) recording.responseBody(Buffer.alloc(400));
  expect(journal.entries().map(({ id }) => id)).toEqual([3, 2]);
});

test("bytes of evicted requests are free for new ones", () => {
  const journal = createJournal({ maxEntries: 1, maxTotalBytes: 1_000 });
  for (let count = 0; count < 10; count++) {
    journal.begin({ method: "GET", path: "/", headers: [] }).responseBody(Buffer.alloc(900));
    expect(journal.entries()[0]?.response.body.length).toBe(900);
  }
  const roomy = createJournal({ maxEntries: 3, maxTotalBytes: 1_000 });
  for (let count = 0; count < 10; count++)
    roomy.begin({ method: "GET", path: "/", headers: [] }).responseBody(Buffer.alloc(300));
  expect(roomy.entries()).toHaveLength(3);
});

test("100 requests are kept, 64 KiB of each body, and 8 MiB of all", () => {
  const journal = createJournal();
  for (let count = 0; count < 101; count++) journal.begin({ method: "GET", path: "/", headers: [] });
  expect(journal.entries()).toHaveLength(100);
  const large = journal.begin({ method: "GET", path: "/", headers: [] });
  large.requestBody(Buffer.alloc(65_537));
  expect(journal.find(102)?.request).toMatchObject({ body: { length: 65_536 }, cut: true });
  for (let count = 0; count < 64; count++) {
    const recording = journal.begin({ method: "", path: "", headers: [] });
    recording.requestBody(Buffer.alloc(65_536));
    recording.responseBody(Buffer.alloc(65_536));
  }
  expect(journal.entries()).toHaveLength(64);
});

test("a request is running until it ends, and then has its status and time", () => {
  const journal = createJournal();
  const recording = journal.replay(5, { method: "PUT", path: "/a", headers: ["A", "b"] });
  expect(journal.find(1)).toMatchObject({ done: false, status: 0, replayOf: 5, method: "PUT", path: "/a" });
  recording.response(201, ["C", "d"]);
  expect(journal.find(1)).toMatchObject({ done: false, status: 201, response: { headers: ["C", "d"] } });
  recording.end(end);
  expect(journal.find(1)).toMatchObject({ done: true, status: 200, ms: 7 });
  expect(new Date(journal.find(1)!.at).getTime()).not.toBeNaN();
});
