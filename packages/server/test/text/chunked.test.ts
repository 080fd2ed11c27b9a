import fc from "fast-check";
import { expect, test } from "vitest";
import { isLongList, mapInChunks, stringifyInChunks } from "../../src/text/chunked.ts";
import { openDesk } from "../api/harness.ts";

test("JSON written in slices equals JSON written at once", async () => {
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), json),
      fc.array(json, { maxLength: 3 }),
      fc.nat(900),
      async (body, seed, length) => {
        const list = Array.from({ length }, (_, index) => seed[index % (seed.length || 1)] ?? index);
        const whole = { ...body, list, last: true };
        expect((await stringifyInChunks(whole)).toString()).toBe(JSON.stringify(whole));
      },
    ),
    { numRuns: 50 },
  );
});

test.each([
  [100, 100, false],
  [101, 100, true],
  [200, 100, true],
])(
  "of a list of %i, %i items are handled before other tasks run, and it is long: %s",
  async (length, first, isLong) => {
    let begun = 0;
    const list = Array.from({ length }, (_, index) => index);
    const mapping = mapInChunks(list, (item) => {
      begun++;
      return item;
    });
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    expect([begun, isLongList(list)]).toEqual([first, isLong]);
    expect([await mapping, begun]).toEqual([list, length]);
  },
);

test("only a list is a long list", () => {
  expect([isLongList("x".repeat(200)), isLongList({ length: 200 }), isLongList(null)]).toEqual([false, false, false]);
});

test("a field without a value is left out, as JSON.stringify does", async () => {
  const body = { first: undefined, list: [1], last: undefined };
  expect((await stringifyInChunks(body)).toString()).toBe('{"list":[1]}');
});

test("other tasks run while a long list is processed", async () => {
  const order: string[] = [];
  const list = mapInChunks(Array.from({ length: 1_000 }), () => 0).then(() => order.push("list"));
  setImmediate(() => setImmediate(() => order.push("other")));
  await list;
  expect(order).toEqual(["other", "list"]);
});

test("other tasks run while a long list is written as JSON", async () => {
  const order: string[] = [];
  const json = stringifyInChunks({ list: Array.from({ length: 1_000 }, (_, index) => index) }).then(() =>
    order.push("json"),
  );
  setImmediate(() => setImmediate(() => order.push("other")));
  await json;
  expect(order).toEqual(["other", "json"]);
});

test("a long list is read while it changes, and other requests are answered meanwhile", async () => {
  const desk = await openDesk({ freeMailboxes: 5_000 });
  const { accounts, mailboxes } = desk.server.services;
  const account = (await accounts.findByName("default"))!;
  for (let index = 0; index < 2_000; index++) await mailboxes.register(account.id, `box${index}`, async () => null);
  const order: string[] = [];
  const list = desk.call("GET", "mailbox/list").then((answer) => {
    order.push("list");
    return answer;
  });
  for (let turn = 0; turn < 3; turn++) order.push(`${(await desk.call("GET", "server/version")).status}`);
  const { body } = await list;
  expect(order).toEqual(["200", "200", "200", "list"]);
  expect(body.mailboxes).toHaveLength(2_000);
});
