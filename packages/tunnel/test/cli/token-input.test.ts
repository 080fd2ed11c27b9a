import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { readToken } from "../../src/cli/token.ts";

const read = (stdin: NodeJS.ReadableStream, environment = {}) => readToken({ token: "-", environment, stdin });

test("endless input is read up to the longest possible token, and then closed", async () => {
  let pieces = 0;
  const endless = Readable.from(
    (function* () {
      for (; pieces < 1_000; pieces++) yield "x".repeat(100);
    })(),
  );
  expect((await read(endless)).length).toBeLessThanOrEqual(1_100);
  expect([pieces < 50, endless.destroyed]).toEqual([true, true]);
});

test("input without a final newline is a token too", async () => {
  const stdin = new PassThrough();
  stdin.end("  svc_piped \r\n");
  expect(await read(stdin)).toBe("svc_piped");
  expect(await read(Readable.from(["svc_", "short"]))).toBe("svc_short");
});

test("standard input overrides the environment, and an empty flag counts as absent", async () => {
  const environment = { FRONTDESK_TUNNEL_TOKEN: "svc_environment" };
  expect(await read(Readable.from(["svc_typed\n"]), environment)).toBe("svc_typed");
  expect(await readToken({ token: "", environment, stdin: Readable.from([]) })).toBe("svc_environment");
});

test("FRONTDESK_TUNNEL_TOKEN overrides FRONTDESK_TUNNEL_TOKEN_FILE, and empty ones count as absent", async () => {
  const stdin = Readable.from([]);
  const missing = "/none/such";
  const set = (token: string, file: string) => ({ FRONTDESK_TUNNEL_TOKEN: token, FRONTDESK_TUNNEL_TOKEN_FILE: file });
  expect(await readToken({ environment: set("svc_a", missing), stdin })).toBe("svc_a");
  await expect(readToken({ environment: set("", missing), stdin })).rejects.toThrow("token: /none/such cannot be read");
  await expect(readToken({ environment: set("", ""), stdin })).rejects.toThrow("token: give -k <token>");
});

test.each(["", " \n", "svc_a svc_b", "svc_a\tb\n"])("%j is not a token", async (text) => {
  await expect(read(Readable.from([text]))).rejects.toThrow("standard input does not contain a single token");
});

test.each([200, 999])("a token of %i characters is read whole, in whatever pieces it arrives", async (length) => {
  const token = `svc_${"a".repeat(length - 4)}`;
  expect(await read(Readable.from([token.slice(0, 101), token.slice(101, 150), `${token.slice(150)}\nmore`]))).toBe(
    token,
  );
});
