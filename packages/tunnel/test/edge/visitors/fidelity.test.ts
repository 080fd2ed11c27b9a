import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { createTestbed } from "../testbed.ts";

test("bodies stream in both directions, byte for byte", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    request.pipe(response);
  });
  const body = Buffer.alloc(5_000_000, "0123456789abcdef#");
  const digest = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
  const counted = await bed.get("demo", "/", { method: "POST", body, headers: { "content-length": body.length } });
  expect(digest(Buffer.from(counted.body, "latin1"))).toBe(digest(body));
  const chunked = await bed.get("demo", "/", { method: "PUT", body, headers: { "transfer-encoding": "chunked" } });
  expect(digest(Buffer.from(chunked.body, "latin1"))).toBe(digest(body));
});

test("a slow reader pauses the app instead of filling memory", async () => {
  await using bed = await createTestbed();
  let written = 0;
  await bed.serve("demo", (_request, response) => {
    const piece = Buffer.alloc(65_536);
    const fill = () => {
      while (!response.destroyed && response.write(piece)) written += piece.length;
    };
    response.on("drain", fill);
    fill();
  });
  const socket = await bed.connect();
  socket.write("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n");
  await once(socket, "data");
  socket.pause();
  let before = -1;
  await expect
    .poll(
      () => {
        const still = written === before;
        before = written;
        return still;
      },
      { interval: 200, timeout: 10_000 },
    )
    .toBe(true);
  expect(written).toBeLessThan(64 * 1024 * 1024);
});

test("server-sent events arrive when they are sent", async () => {
  await using bed = await createTestbed();
  let send: (line: string) => void = () => {};
  await bed.serve("demo", (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    send = (line) => response.write(`data: ${line}\n\n`);
  });
  const request = http.get({ host: "127.0.0.1", port: bed.port, headers: { host: "demo.tunnel.localhost" } });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  for (const line of ["one", "two"]) {
    send(line);
    const [bytes] = await once(response, "data");
    expect(String(bytes)).toBe(`data: ${line}\n\n`);
  }
  request.destroy();
});

test("WebSockets pass, with the bytes that come along with the upgrade", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp(() => {});
  const server = new WebSocketServer({ server: app });
  server.on("connection", (socket) => {
    socket.send("welcome");
    socket.on("message", (bytes) => socket.send(`echo ${bytes}`));
  });
  await bed.open("demo", (app.address() as { port: number }).port);
  const client = new WebSocket(`ws://127.0.0.1:${bed.port}/`, { headers: { host: "demo.tunnel.localhost" } });
  const messages: string[] = [];
  client.on("message", (bytes) => messages.push(String(bytes)));
  await once(client, "open");
  client.send("hi");
  client.send("x".repeat(200_000));
  await expect.poll(() => messages.length).toBe(3);
  expect(messages[0]).toBe("welcome");
  expect(messages[1]).toBe("echo hi");
  client.close();
  const [code] = await once(client, "close");
  expect(code).toBe(1005);
});

test("an app's rejection of a WebSocket reaches the visitor, whose connection then ends", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => response.writeHead(426).end("no"));
  // Reads to the end of the connection.
  const reply = await bed.raw(
    "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  );
  expect(reply).toMatch(/^HTTP\/1.1 426 /);
  const client = new WebSocket(`ws://127.0.0.1:${bed.port}/`, { headers: { host: "demo.tunnel.localhost" } });
  const [error] = (await once(client, "error")) as [Error];
  expect(error.message).toContain("426");
});

test("an h2c offer is not forwarded and the request is served", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => response.end(JSON.stringify(request.headers)));
  const reply = await bed.raw(
    "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
    /\}/,
  );
  expect(reply).toMatch(/^HTTP\/1.1 200/);
  expect(reply).not.toContain("h2c");
  expect(reply).not.toContain("http2-settings");
});

test("100-continue comes from the app, not from the edge", async () => {
  await using bed = await createTestbed();
  let allow: () => void = () => {};
  const app = await bed.startApp((request, response) => request.pipe(response));
  const asked = new Promise<void>((resolve) => {
    app.on("checkContinue", (request, response) => {
      allow = () => {
        response.writeContinue();
        app.emit("request", request, response);
      };
      resolve();
    });
  });
  await bed.open("demo", (app.address() as { port: number }).port);
  const socket = await bed.connect();
  const seen: string[] = [];
  socket.on("data", (bytes) => seen.push(String(bytes)));
  socket.write(
    "POST / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
  );
  await asked;
  expect(seen).toEqual([]);
  allow();
  await expect.poll(() => seen.join("")).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.write("ok");
  await once(socket, "close");
  expect(seen.join("")).toContain("ok");
});

test("early hints and trailers pass", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => {
    response.writeEarlyHints({ link: "</a.css>; rel=preload" });
    response.writeHead(200, { trailer: "x-sum" });
    response.write("body");
    response.addTrailers({ "x-sum": "42" });
    response.end();
  });
  const reply = await bed.raw("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: close\r\n\r\n");
  expect(reply).toMatch(/^HTTP\/1.1 103 Early Hints\r\nLink: <\/a.css>; rel=preload\r\n\r\nHTTP\/1.1 200 OK\r\n/i);
  expect(reply).toMatch(/x-sum: 42\r\n\r\n$/);
});

test.each(["chunked", "Chunked"])("body and trailers of a request reach the app: %s", async (encoding) => {
  await using bed = await createTestbed();
  await bed.serve("demo", async (request, response) => {
    response.end(`${await text(request)} ${JSON.stringify(request.trailers)}`);
  });
  const reply = await bed.raw(
    `POST / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nTransfer-Encoding: ${encoding}\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\nx-sum: 7\r\n\r\n`,
  );
  expect(reply).toContain('abc {"x-sum":"7"}');
});

test("an app that dies during its response is not hidden from the visitor", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => {
    response.writeHead(200, { "content-length": "10" });
    response.write("abc", () => response.destroy());
  });
  await expect(bed.get("demo")).rejects.toThrow(/aborted|hang up|reset/i);
});

test("the app notices when a visitor disconnects", async () => {
  await using bed = await createTestbed();
  let gone: () => void = () => {};
  const noticed = new Promise<void>((resolve) => {
    gone = resolve;
  });
  let arrived: () => void = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await bed.serve("demo", (_request, response) => {
    response.on("close", gone);
    arrived();
  });
  const socket = await bed.connect();
  socket.write("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n");
  await arrival;
  socket.destroy();
  await noticed;
});

test("latin-1 and UTF-8 header bytes, repeated cookies and odd names pass unchanged", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => {
    response.sendDate = false;
    response.writeHead(
      200,
      [
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2; Domain=tunnel.localhost; Path=/"],
        ["X_Odd!", Buffer.from("voilà").toString("latin1")],
        ["x-got", request.headers["x-sent"]?.toString() ?? ""],
      ].flat(),
    );
    response.end("x".repeat(Number(request.url?.slice(1))));
  });
  const sent = Buffer.from("Größe").toString("latin1");
  // A head is written together with a short body, and before a long one.
  for (const length of [0, 10_000]) {
    const answer = await bed.get("demo", `/${length}`, { headers: { "x-sent": sent } });
    expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2; Path=/"]);
    expect(answer.headers["x_odd!"]).toBe(Buffer.from("voilà").toString("latin1"));
    expect(answer.headers["x-got"]).toBe(sent);
    expect(answer.body).toHaveLength(length);
  }
});

test("500 slow requests do not delay a fast one", async () => {
  await using bed = await createTestbed();
  const held: http.ServerResponse[] = [];
  await bed.serve("demo", (request, response) => {
    if (request.url === "/slow") held.push(response);
    else response.end("fast");
  });
  let answered = 0;
  const slow = Array.from({ length: 500 }, () => bed.get("demo", "/slow").finally(() => answered++));
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(500);
  for (let turn = 0; turn < 21; turn++) expect((await bed.get("demo", "/fast")).body).toBe("fast");
  for (const method of ["POST", "PUT"])
    expect((await bed.get("demo", "/fast", { method, body: "a=b" })).body).toBe("fast");
  expect(answered).toBe(0);
  for (const response of held) response.end();
  await Promise.all(slow);
});
