import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createHttpBody } from "../../../src/edge/visitors/body-source.ts";

test("a body is read chunk by chunk, with its pauses, and ends with its trailers", async () => {
  const request = Object.assign(new PassThrough(), { rawTrailers: ["X-Sum", "1"] });
  const body = createHttpBody(request as object as IncomingMessage, 7);
  const heard: unknown[] = [];
  request.write("one");
  expect([body.length, body.bufferedBytes(), body.takeBuffered(), body.isPaused()]).toEqual([7, 3, "", false]);
  body.read(
    (bytes) => void heard.push(String(bytes)),
    (trailers) => void heard.push(trailers),
  );
  body.pause();
  expect(body.isPaused()).toBe(true);
  body.resume();
  expect(body.isPaused()).toBe(false);
  request.end("two");
  await once(request, "end");
  expect(heard).toEqual(["one", "two", ["X-Sum", "1"]]);
});

test("the rest of an unwanted body is read and discarded", async () => {
  const request = new PassThrough();
  const body = createHttpBody(request as object as IncomingMessage, 3);
  request.end("one");
  body.discard();
  await once(request, "end");
  expect(body.bufferedBytes()).toBe(0);
});
