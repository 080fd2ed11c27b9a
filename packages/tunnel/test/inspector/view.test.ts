import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { toView } from "../../src/inspector/view.ts";

const view = (body: Buffer, headers: string[] = [], cut = false) => toView({ headers, body, cut }).body;

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("a body packed by %s is shown unpacked, as far as it was kept", (encoding, pack) => {
  const text = Array.from({ length: 2_000 }, (_, at) => `line ${at * 7919}`).join("\n");
  const packed = pack(Buffer.from(text));
  expect(view(packed, ["Content-Encoding", encoding])).toBe(text);
  const start = view(packed.subarray(0, packed.length / 2), ["content-encoding", encoding], true);
  expect(start?.length).toBeGreaterThan(1_000);
  expect(text.startsWith(start!)).toBe(true);
});

test.each([
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("a small body that unpacks by %s to a huge one is not shown", (encoding, pack) => {
  expect(view(pack(Buffer.alloc(20_000_000, "a")), ["content-encoding", encoding])).toBe(null);
});

test("text is read by its own charset, and a character that is cut in two does not make it unreadable", () => {
  expect(view(Buffer.from("Größe", "latin1"), ["Content-Type", 'text/plain; charset="iso-8859-1"'])).toBe("Größe");
  expect(view(Buffer.from("Größe"), ["content-type", "text/plain; charset=nonsense"])).toBe("Größe");
  expect(view(Buffer.from("Größe").subarray(0, 3), [], true)).toBe("Gr");
});

test("what is no text is told by its size alone", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  expect(toView({ headers: [], body: png, cut: false })).toMatchObject({ body: null, bytes: 16 });
  expect(view(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe(null);
  expect(view(Buffer.from("not gzip"), ["content-encoding", "gzip"])).toBe(null);
});

test.each([
  ["identity", "plain"],
  [" GZIP ", "packed"],
  ["X-GZip", "packed"],
])("a body in the encoding %j is read", (encoding, kind) => {
  const bytes = Buffer.from("text");
  expect(view(kind === "packed" ? gzipSync(bytes) : bytes, ["Content-Encoding", encoding])).toBe("text");
});

test("a body in an encoding that is not read here, or with a zero byte, is not shown as text", () => {
  expect(view(Buffer.from("text"), ["Content-Encoding", "zstd"])).toBe(null);
  expect(view(Buffer.from("te\0xt"))).toBe(null);
});

test("a value that looks like a name is none", () => {
  expect(view(Buffer.from("text"), ["X-Kind", "content-encoding", "gzip", "zstd"])).toBe("text");
});

test("what unpacks to 4 MB is shown, and one byte more is not", () => {
  for (const more of [0, 1])
    expect(view(gzipSync(Buffer.alloc(4_000_000 + more, "a")), ["content-encoding", "gzip"])?.length).toBe(
      more === 0 ? 4_000_000 : undefined,
    );
});

test("secrets are hidden in what was unpacked, and in the headers", () => {
  const shown = toView({
    headers: ["Cookie", "a=b", "content-encoding", "gzip"],
    body: gzipSync("token=SECRET"),
    cut: true,
  });
  expect(shown).toMatchObject({
    body: "token=•••",
    cut: true,
    headers: [
      ["Cookie", "•••"],
      ["content-encoding", "gzip"],
    ],
  });
});
