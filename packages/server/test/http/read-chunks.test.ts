import { expect, test, vi } from "vitest";
import { readChunks } from "../../src/http/read-chunks.ts";

const limits = { maxBytes: 100, shownLimit: "100 bytes", timeoutMs: 60_000 };

/** A body of ten chunks of 20 bytes, and how often it was cancelled. */
function openBody() {
  let sent = 0;
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent++ < 10) controller.enqueue(new Uint8Array(20));
        else controller.close();
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  return { body, cancel };
}

test("a body that is read only in part is cancelled, so that its upload ends", async () => {
  const { body, cancel } = openBody();
  for await (const _chunk of readChunks(body, limits)) break;
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("a body that is too large is cancelled", async () => {
  const { body, cancel } = openBody();
  const readAll = async () => {
    for await (const _chunk of readChunks(body, limits));
  };
  // The rest would arrive as the next request of the connection.
  const headers = { connection: "close" };
  await expect(readAll()).rejects.toMatchObject({ code: "payload_too_large", headers });
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("a body that breaks off ends its connection", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
  const headers = { connection: "close" };
  await expect(readChunks(body, limits).next()).rejects.toMatchObject({ code: "invalid_request", headers });
});
