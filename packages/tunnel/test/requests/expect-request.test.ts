import { EventEmitter, once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { TunnelOptions } from "../../src/index.ts";
import { collect, createTestbed } from "../edge/testbed.ts";

/** A tunnel to an app that says what it received. */
async function setUp(app?: RequestListener, options?: Partial<TunnelOptions>) {
  const bed = await createTestbed();
  onTestFinished(() => bed[Symbol.asyncDispose]());
  const received: Buffer[] = [];
  const echo: RequestListener = async (request, response) => {
    const body = await buffer(request);
    received.push(body);
    response.end(`${request.method} ${request.url} ${body.length}`);
  };
  const tunnel = await bed.serve("demo", app ?? echo, options);
  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    bed.get("demo", path, { method: "POST", body, headers });
  return { bed, tunnel, received, post };
}

test("returns the request that the trigger causes, and the app gets it too", async () => {
  const { tunnel, post } = await setUp();
  const body = JSON.stringify({ order: "A-4711" });
  let response = "";
  const request = await tunnel.expectRequest(async () => {
    response = (await post("/hooks/paid?page=2", body, { "X-Kind": "Invoice" })).body;
  });
  expect(request).toMatchObject({ method: "POST", path: "/hooks/paid", query: "page=2", truncated: false, missed: 0 });
  expect(request.headers).toMatchObject({ "x-kind": "Invoice", "content-length": `${body.length}` });
  expect(request.text()).toBe(body);
  expect(request.json()).toEqual({ order: "A-4711" });
  expect(response).toBe(`POST /hooks/paid?page=2 ${body.length}`);
});

test("masks secrets of headers and query, which the app gets as they are", async () => {
  let seen = "";
  const { tunnel, post } = await setUp((request, response) => {
    seen = `${request.url} ${request.headers.authorization}`;
    response.end();
  });
  const request = await tunnel.expectRequest(() => post("/a?token=abc", "", { Authorization: "Bearer topsecret" }));
  expect(request.headers.authorization).toBe("•••");
  expect(request.query).toBe("token=•••");
  expect(seen).toBe("/a?token=abc Bearer topsecret");
});

test("keeps the query after a path that has a secret parameter", async () => {
  const { tunnel, post } = await setUp();
  const request = await tunnel.expectRequest(() => post("/a&token=abc?page=2", ""));
  expect(request.query).toBe("page=2");
});

test("keeps the bytes of a binary body, chunked or not", async () => {
  const { bed, tunnel, post } = await setUp();
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
  expect((await tunnel.expectRequest(() => post("/", bytes))).body).toEqual(new Uint8Array(bytes));
  const chunked = await tunnel.expectRequest(() =>
    bed.get("demo", "/", { method: "POST", body: bytes, headers: { "Transfer-Encoding": "chunked" } }),
  );
  expect(chunked.body).toEqual(new Uint8Array(bytes));
});

test("cuts a body above 1 MiB and says so, while the app gets all of it", async () => {
  const { tunnel, received, post } = await setUp();
  const exact = await tunnel.expectRequest(() => post("/", Buffer.alloc(1_048_576, "a")));
  expect([exact.body.length, exact.truncated]).toEqual([1_048_576, false]);
  const longer = await tunnel.expectRequest(() => post("/", Buffer.alloc(5_000_000, "b")));
  expect([longer.body.length, longer.truncated]).toEqual([1_048_576, true]);
  expect(received.map(({ length }) => length)).toEqual([1_048_576, 5_000_000]);
});

test("selects by method, in upper or lower case, and by path, exact or by pattern", async () => {
  const { bed, tunnel, post } = await setUp();
  const visitAll = async () => {
    await bed.get("demo", "/hooks/paid");
    await post("/hooks/paid/later", "1");
    await post("/hooks/paid?try=2", "2");
  };
  expect((await tunnel.expectRequest(visitAll, { method: "post", path: "/hooks/paid" })).text()).toBe("2");
  const pattern = /^\/hooks\/.*later$/g;
  for (let time = 0; time < 2; time++)
    expect((await tunnel.expectRequest(visitAll, { path: pattern })).text()).toBe("1");
});

test("ignores requests that began before, also on a connection that is reused", async () => {
  const { bed, tunnel, post } = await setUp();
  // These open the streams, before anybody listens.
  for (const path of ["/one", "/two"]) await bed.get("demo", path);
  await post("/three", "early");
  const request = await tunnel.expectRequest(() => bed.get("demo", "/four"));
  expect(request.path).toBe("/four");
});

test("sees the requests after an upgrade that the app declined, and none in a WebSocket's bytes", async () => {
  const { bed, tunnel } = await setUp((_request, response) => response.end("no"));
  const upgrade = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Key": "x",
    "Sec-WebSocket-Version": "13",
  };
  const declined = await tunnel.expectRequest(() => bed.get("demo", "/live", { headers: upgrade }));
  expect(declined).toMatchObject({ method: "GET", path: "/live", body: new Uint8Array() });
  expect((await tunnel.expectRequest(() => bed.get("demo", "/next"))).path).toBe("/next");
});

test("times out with what did arrive, without its secrets", async () => {
  const { bed, tunnel } = await setUp();
  const waiting = tunnel.expectRequest(() => bed.get("demo", "/favicon.ico?token=abc"), {
    method: "POST",
    path: "/hooks",
    timeout: 1,
  });
  const error = await waiting.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "RequestTimeoutError",
    message: `No POST /hooks reached ${tunnel.url} within 1 ms: what arrived did not match (1: GET /favicon.ico).`,
    timeout: 1,
    received: [{ method: "GET", path: "/favicon.ico" }],
  });
  await expect(tunnel.expectRequest(() => {}, { timeout: 1 })).rejects.toThrow(
    /No request reached .* no request arrived at all\. Was it sent to this URL\?/,
  );
});

test("a parameter without a question mark before it is masked in what did arrive, too", async () => {
  const { bed, tunnel } = await setUp();
  const waiting = tunnel.expectRequest(() => bed.get("demo", "/login&token=abc"), { path: "/hooks", timeout: 1 });
  await expect(waiting).rejects.toMatchObject({ received: [{ method: "GET", path: "/login&token=•••" }] });
});

test("rejects when the tunnel closes, even if the trigger never ends, and runs no trigger on a closed one", async () => {
  const { tunnel } = await setUp();
  const waiting = tunnel.expectRequest(() => new Promise(() => {}), { path: "/hooks" });
  const rejection = expect(waiting).rejects.toThrow(/closed before a request to \/hooks arrived/);
  await tunnel.close();
  await rejection;
  let hasRun = false;
  const late = tunnel.expectRequest(() => {
    hasRun = true;
  });
  await expect(late).rejects.toMatchObject({ name: "TunnelClosedError" });
  expect(hasRun).toBe(false);
});

test("rejects with the reason of the signal, and with the error of the trigger", async () => {
  const { tunnel, post } = await setUp();
  const stop = new AbortController();
  const waiting = tunnel.expectRequest(() => {}, { signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(tunnel.expectRequest(() => {}, { signal: stop.signal })).rejects.toThrow("enough");
  const failing = tunnel.expectRequest(async () => {
    await post("/", "");
    throw new Error("no such button");
  });
  await expect(failing).rejects.toThrow("no such button");
});

test("waits for a complete request: one that the visitor aborts is not it", async () => {
  const app = new EventEmitter();
  const { bed, tunnel, post } = await setUp((request, response) => {
    request.on("error", () => {});
    if (request.url === "/half") app.emit("half", request);
    else response.end();
  });
  const request = await tunnel.expectRequest(async () => {
    const visitor = await bed.connect();
    const beginning = once(app, "half");
    visitor.write("POST /half HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nContent-Length: 10\r\n\r\nhalf");
    const [begun] = (await beginning) as [IncomingMessage];
    visitor.destroy();
    // Not by `once`, which would reject: the app gets an error first.
    await new Promise((resolve) => begun.on("close", resolve));
    await post("/whole", "all");
  });
  expect(request.path).toBe("/whole");
});

test("keeps back-pressure for an app that reads slowly, and little memory for a body that is long", async () => {
  const total = 64 * 1_048_576;
  let readBytes = 0;
  const visits = new EventEmitter();
  const mayRead = once(visits, "read");
  const app: RequestListener = async (request, response) => {
    await mayRead;
    for await (const chunk of request) readBytes += (chunk as Buffer).length;
    response.end();
  };
  const { bed, tunnel } = await setUp(app);
  const request = await tunnel.expectRequest(async () => {
    const visitor = await bed.connect();
    visitor.write(`POST /long HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nContent-Length: ${total}\r\n\r\n`);
    const piece = Buffer.alloc(1_048_576, "z");
    let sentBytes = 0;
    // Sends until nothing more is accepted, because the app does not read.
    while (sentBytes < total && visitor.write(piece)) sentBytes += piece.length;
    sentBytes += piece.length;
    expect(sentBytes).toBeLessThan(total);
    visits.emit("read");
    for (; sentBytes < total; sentBytes += piece.length) if (!visitor.write(piece)) await once(visitor, "drain");
    await collect(visitor, /\r\n\r\n/);
  });
  expect(readBytes).toBe(total);
  expect([request.body.length, request.truncated]).toEqual([1_048_576, true]);
});

test.each([
  [undefined, {}, /takes a function that causes the request/],
  [() => {}, { paht: "/" }, /no option `paht`\. It has method, path, timeout, signal/],
  [() => {}, { path: "hooks" }, /`path` must begin with \/ and have no query, not "hooks"/],
  [() => {}, { path: "/hooks?a=1" }, /must begin with \/ and have no query/],
  [() => {}, { path: "/hooks#a" }, /must begin with \/ and have no query/],
  [() => {}, { path: 1 }, /`path` must be a text or a pattern/],
  [() => {}, { method: 1 }, /`method` must be a text/],
  [() => {}, { timeout: Number.NaN }, /`timeout` must be a number of milliseconds from 0, not NaN/],
  [() => {}, "/hooks", /takes its options as an object/],
])("rejects wrong arguments (%#) with their name", async (trigger, options, message) => {
  const { tunnel } = await setUp();
  await expect(tunnel.expectRequest(trigger as () => void, options as object)).rejects.toThrow(message);
});
