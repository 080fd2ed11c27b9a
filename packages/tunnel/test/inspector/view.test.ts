import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { toView } from "../../src/inspector/view.ts";

const view = (body: Buffer, headers: string[] = [], cut = false) => toView({ headers, body, cut }).body;

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("a body compressed with %s is shown decompressed, as far as it was kept", (encoding, pack) => {
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
])("a small body that decompresses with %s to a huge one is not shown", (encoding, pack) => {
  expect(view(pack(Buffer.alloc(20_000_000, "a")), ["content-encoding", encoding])).toBe(null);
});

test("text is decoded by its own charset, and a split character does not make it unreadable", () => {
  expect(view(Buffer.from("Größe", "latin1"), ["Content-Type", 'text/plain; charset="iso-8859-1"'])).toBe("Größe");
  expect(view(Buffer.from("Größe", "latin1"), ["Content-Type", "text/plain; Charset=ISO-8859-1"])).toBe("Größe");
  expect(view(Buffer.from("Größe"), ["content-type", "text/plain; charset=nonsense"])).toBe("Größe");
  expect(view(Buffer.from("Größe").subarray(0, 3), [], true)).toBe("Gr");
});

test("binary content is shown by its size only", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  expect(toView({ headers: [], body: png, cut: false })).toMatchObject({ body: null, bytes: 16 });
  expect(view(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe(null);
  expect(view(Buffer.from("not gzip"), ["content-encoding", "gzip"])).toBe(null);
});

test.each([
  ["identity", "plain"],
  [" GZIP ", "packed"],
  ["X-GZip", "packed"],
])("a body in the encoding %j is decoded", (encoding, kind) => {
  const bytes = Buffer.from("text");
  expect(view(kind === "packed" ? gzipSync(bytes) : bytes, ["Content-Encoding", encoding])).toBe("text");
});

test("a body in an unsupported encoding, or with a zero byte, is not shown as text", () => {
  expect(view(Buffer.from("text"), ["Content-Encoding", "zstd"])).toBe(null);
  expect(view(Buffer.from("te\0xt"))).toBe(null);
});

test("a value that looks like a name is not one", () => {
  expect(view(Buffer.from("text"), ["X-Kind", "content-encoding", "gzip", "zstd"])).toBe("text");
});

test("content that decompresses to 4 MB is shown, and one byte more is not", () => {
  for (const more of [0, 1])
    expect(view(gzipSync(Buffer.alloc(4_000_000 + more, "a")), ["content-encoding", "gzip"])?.length).toBe(
      more === 0 ? 4_000_000 : undefined,
    );
});

test("secrets are masked in decompressed content, and in the headers", () => {
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
