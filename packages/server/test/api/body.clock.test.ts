import { afterEach, describe, expect, it, vi } from "vitest";
import { bodyTimeoutMs, maxBodyBytes, readBody, readJson, readMail } from "../../src/http/body.ts";

const post = (body: ReadableStream | string, headers: Record<string, string> = {}) =>
  new Request("http://desk.test/", { method: "POST", body, headers, duplex: "half" } as RequestInit);

const mebibyte = 1024 * 1024;
const halfAMinute = 30_000;
const chunk = new Uint8Array(64 * 1024).fill(97);

describe("a request's body", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("has a limit of a mebibyte and half a minute", () => {
    expect([maxBodyBytes, bodyTimeoutMs]).toEqual([mebibyte, halfAMinute]);
  });

  it("is read only up to its limit, however it is sent", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    await expect(readBody(post(endless))).rejects.toMatchObject({
      code: "payload_too_large",
      message: "The request body is larger than 1 MiB. Send less at a time.",
    });
    expect(sent).toBeLessThan(mebibyte + 10 * chunk.length);
  });

  it.each(["chunked", "with its length"])("may have exactly as many bytes as the limit, sent %s", async (how) => {
    const read = (bytes: number) =>
      readBody(post("a".repeat(bytes), how === "chunked" ? {} : { "content-length": String(bytes) }));
    expect(await read(mebibyte)).toHaveLength(mebibyte);
    await expect(read(mebibyte + 1)).rejects.toMatchObject({ code: "payload_too_large" });
  });

  it("times out when it stalls", async () => {
    vi.useFakeTimers();
    const stalled = new ReadableStream({ start: (controller) => controller.enqueue(chunk) });
    const message = "The body did not arrive within 30 seconds.";
    const headers = { connection: "close" };
    const reading = expect(readBody(post(stalled))).rejects.toMatchObject({
      code: "invalid_request",
      message,
      headers,
    });
    await vi.advanceTimersByTimeAsync(halfAMinute);
    await reading;
  });

  it("may take a minute if it is a mail", async () => {
    vi.useFakeTimers();
    const stalled = new ReadableStream({ start: (controller) => controller.enqueue(chunk) });
    const chunks = readMail(post(stalled, { "content-type": "message/rfc822" }), mebibyte);
    let outcome = "";
    const read = async () => {
      for await (const _chunk of chunks);
    };
    void read().catch(({ message }: Error) => {
      outcome = message;
    });
    await vi.advanceTimersByTimeAsync(60_000 - 1);
    expect(outcome).toBe("");
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBe("The body did not arrive within 60 seconds.");
  });

  it("may take as long as its time limit, and leaves no timer", async () => {
    vi.useFakeTimers();
    const late = new ReadableStream<Uint8Array>({
      start(controller) {
        setTimeout(() => {
          controller.enqueue(chunk);
          controller.close();
        }, halfAMinute - 1);
      },
    });
    const reading = readBody(post(late));
    await vi.advanceTimersByTimeAsync(halfAMinute - 1);
    expect(await reading).toHaveLength(chunk.length);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that is cut off is the client's error", async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    await expect(readBody(post(broken))).rejects.toMatchObject({
      code: "invalid_request",
      message: "The body broke off before its end.",
    });
  });

  it("keeps emoji intact in any encoding, and replaces half of one", async () => {
    const sent = String.raw`{"messages": ["\ud83d\udd10 481220", "🔐 482913 \uD83D", ["\udd10"]], "plain": "\\ud83d"}`;
    expect(await readJson(post(sent, { "content-type": "application/json" }))).toEqual({
      messages: ["🔐 481220", "🔐 482913 \ufffd", ["\ufffd"]],
      plain: String.raw`\ud83d`,
    });
  });

  it("must be UTF-8 and JSON", async () => {
    const bytes = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([34, 255, 34]));
        controller.close();
      },
    });
    await expect(readJson(post(bytes, { "content-type": "application/json" }))).rejects.toThrow("UTF-8");
    await expect(readJson(post("{", { "content-type": "application/json" }))).rejects.toThrow("JSON");
    expect(await readJson(post("", { "content-type": "application/json" }))).toBeUndefined();
  });
});
