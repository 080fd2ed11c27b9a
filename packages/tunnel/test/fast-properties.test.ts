import { Duplex } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { createIndexedList } from "@frontdesk/basics";
import { expect, test } from "vitest";
import { createAppConnection } from "../src/edge/connections/app-connection.ts";
import { createSendBufferBudget } from "../src/edge/connections/send-buffers.ts";
import { createRequestFeed } from "../src/requests/request-feed.ts";
import { createRequestTap } from "../src/requests/request-tap.ts";
import { createDataConnection } from "../src/wire/data-connection.ts";
import { createStream } from "../src/wire/stream.ts";
import type { StreamTransport } from "../src/wire/stream-types.ts";
import { createPoolBed } from "./edge/connections/connection-pool-setup.ts";

setFlagsFromString("--allow-natives-syntax");
/** Returns whether V8 finds the properties of an object by their place. It looks up those of others by name, each time. */
const hasFastProperties = new Function("object", "return %HasFastProperties(object)") as (object: object) => boolean;

const now = () => 0;
const openStream = () => createStream({} as StreamTransport, false);
const create = {
  stream: openStream,
  "app connection": () =>
    createAppConnection({
      stream: openStream(),
      now,
      sendBuffers: { track() {}, untrack() {} },
      onIdle() {},
      onClose() {},
    }),
  "data connection": () => createDataConnection({ socket: new Duplex({ read() {} }), now }),
  "request tap": () => createRequestTap({ isListening: () => false, begin: () => undefined }),
  pool: () => createPoolBed().pool,
  "request feed": createRequestFeed,
  "send buffer budget": () => createSendBufferBudget(),
  "list of exchanges": createIndexedList,
};

test.each(Object.entries(create))("the properties of each %s are fast", (_what, createOne) => {
  expect([createOne(), createOne()].map(hasFastProperties)).toEqual([true, true]);
});

test("those of an object with an accessor are not", () => {
  const withAccessor = {
    get value() {
      return 1;
    },
  };
  expect(hasFastProperties(withAccessor)).toBe(false);
});
