import { expect, test } from "vitest";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { createDecodedRecords } from "../../src/storage/redis/decoded-records.ts";

/** A decoder, and how many records it has decoded. */
function open() {
  const codec = createRecordCodec();
  let decoded = 0;
  const records = createDecodedRecords({
    ...codec,
    decode(key, bytes) {
      decoded++;
      return codec.decode(key, bytes);
    },
  });
  const decode = (key: string, value: object) => records.decode(key, codec.encode(key, value));
  return { records, codec, decode, count: () => decoded };
}

const textOf = (bytes: number) => "x".repeat(bytes - '{"text":""}'.length);

test("the same bytes are decoded once", () => {
  const { decode, count } = open();
  expect(decode("key", { n: 1 })).toEqual({ n: 1 });
  expect(decode("key", { n: 1 })).toEqual({ n: 1 });
  expect(count()).toBe(1);
});

test("other bytes count, whoever wrote them", () => {
  const { decode, records, codec } = open();
  decode("key", { n: 1 });
  records.remember("key", Object.freeze({ n: 2 }), codec.encode("key", { n: 2 }));
  expect(decode("key", { n: 3 })).toEqual({ n: 3 });
});

test("equal bytes under another key are decoded by themselves, because a record is bound to its key", () => {
  const { decode, count } = open();
  decode("key", { n: 1 });
  decode("other", { n: 1 });
  expect(count()).toBe(2);
});

test("a record that was just written needs no decoding if nobody can change it", () => {
  const { records, decode, codec, count } = open();
  records.remember("frozen", Object.freeze({ n: 1 }), codec.encode("frozen", { n: 1 }));
  const changeable = { n: 1 };
  records.remember("changeable", changeable, codec.encode("changeable", changeable));
  changeable.n = 2;
  expect([decode("frozen", { n: 1 }), decode("changeable", { n: 1 })]).toEqual([{ n: 1 }, { n: 1 }]);
  expect(count()).toBe(1);
});

test("what is remembered is frozen, with its parts", () => {
  const value = open().decode("key", { parts: [{ n: 1 }] }) as { parts: object[] };
  expect([Object.isFrozen(value), Object.isFrozen(value.parts), Object.isFrozen(value.parts[0])]).not.toContain(false);
});

test("what is remembered is a copy, because stored bytes may be a part of a larger read", () => {
  const { records, codec, count } = open();
  const bytes = codec.encode("key", { n: 1 });
  records.decode("key", bytes);
  const again = Buffer.from(bytes);
  bytes.fill(0);
  expect(records.decode("key", again)).toEqual({ n: 1 });
  expect(count()).toBe(1);
});

test("a record above 64 KiB is decoded each time", () => {
  const { decode, count } = open();
  for (const bytes of [64 * 1024, 64 * 1024 + 1])
    for (let time = 0; time < 2; time++) decode(String(bytes), { text: textOf(bytes) });
  expect(count()).toBe(3);
});

test("a record above 64 KiB that was just written is not remembered either", () => {
  const { records, decode, codec, count } = open();
  for (const bytes of [64 * 1024, 64 * 1024 + 1]) {
    const value = Object.freeze({ text: textOf(bytes) });
    records.remember(String(bytes), value, codec.encode(String(bytes), value));
    decode(String(bytes), value);
  }
  expect(count()).toBe(1);
});

test("at most 16 MiB are remembered, the last ones", () => {
  const { decode, count } = open();
  // 256 of them take 16 MiB.
  const keys = Array.from({ length: 257 }, (_, index) => `key${index}`);
  for (const key of keys) decode(key, { text: textOf(64 * 1024) });
  const before = count();
  for (const key of keys.slice(1)) decode(key, { text: textOf(64 * 1024) });
  expect(count() - before).toBe(0);
  decode("key0", { text: textOf(64 * 1024) });
  expect(count() - before).toBe(1);
});

test("at most 4,096 records are remembered, the last ones", () => {
  const { decode, count } = open();
  for (let at = 0; at <= 4_096; at++) decode(`key${at}`, { at });
  const before = count();
  for (let at = 1; at <= 4_096; at++) decode(`key${at}`, { at });
  expect(count() - before).toBe(0);
  decode("key0", { at: 0 });
  expect(count() - before).toBe(1);
});
