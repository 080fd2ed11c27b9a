import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, get, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { readBody } from "../../src/http/body.ts";
import { listenOn, watchForDrain } from "../../src/http/listener.ts";
import { endTurn, waitForTurn } from "../../src/http/pipelines.ts";
import { createResponseBufferLimits } from "../../src/http/response-buffer-limits.ts";
import { createRunningKeys } from "../../src/http/running-keys.ts";

const post = (body: string | Uint8Array<ArrayBuffer>) => new Request("http://desk.test/", { method: "POST", body });

test("reading a body leaves no timer", async () => {
  await leavesNothing(async () => expect(await readBody(post("{}"))).toBe("{}"), { calls: 20 });
});

test("a body that is too long, or not text, leaves no timer either", async () => {
  await leavesNothing(
    async () => {
      for (const body of [new Uint8Array(1024 * 1024 + 1), new Uint8Array([0xff])])
        await expect(readBody(post(body))).rejects.toThrow("body");
    },
    { calls: 5 },
  );
});

test("a listener that is closed before its drain time ends leaves no timer", async () => {
  await leavesNothing(
    async () => {
      const server = createServer();
      await listenOn(server, "127.0.0.1", 0);
      await watchForDrain(server).close(60_000);
    },
    { calls: 20 },
  );
});

test("a listener keeps neither closed connections nor finished requests", async () => {
  let kept: readonly number[] = [];
  const server = createServer((_request, response) => {
    Object.assign(response, { kept });
    response.end();
  });
  server.on("connection", (socket) => Object.assign(socket, { kept }));
  const drain = watchForDrain(server);
  const port = await listenOn(server, "127.0.0.1", 0);
  expect(server.listenerCount("error")).toBe(0);
  await leavesNothing(
    async ({ largeArray }) => {
      kept = largeArray;
      const [response] = await once(get({ port, host: "127.0.0.1", agent: false }), "response");
      await once(response.resume(), "close");
    },
    { calls: 40 },
  );
  kept = [];
  await drain.close(0);
});

test("a connection that closed unread, or whose requests are all answered, is not kept", async () => {
  const unread = createResponseBufferLimits(Number.POSITIVE_INFINITY);
  await leavesNothing(
    async ({ largeArray }) => {
      for (const isGone of [false, true]) {
        // The rest of a socket is not looked at.
        const socket = new Duplex({ read() {}, write() {} }) as unknown as Socket;
        socket.on("error", () => {});
        const response = new ServerResponse(new IncomingMessage(socket));
        // The clock of the Date header is a timer of a second.
        response.sendDate = false;
        response.assignSocket(socket);
        Object.assign(socket, { largeArray });
        if (isGone) socket.destroy();
        unread.watch(response);
        response.end("text");
        await new Promise(setImmediate);
        await new Promise(setImmediate);
        socket.destroy();
      }
      const connection = { largeArray };
      const order: number[] = [];
      const requests = [0, 1, 2].map(async (at) => {
        await waitForTurn(connection);
        order.push(at);
        endTurn(connection);
      });
      await Promise.all(requests);
      expect(order).toEqual([0, 1, 2]);
    },
    { calls: 60 },
  );
});

test("a key is forgotten with the last of its requests", async () => {
  const running = createRunningKeys({ subscribe: () => () => {} }, new AbortController().signal);
  await leavesNothing(() => {
    // Long, so that a key that is kept shows.
    const key = randomBytes(16_000).toString("hex");
    for (const { end } of [running.watch(key), running.watch(key)]) end();
  });
});
