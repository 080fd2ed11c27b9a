import { once } from "node:events";
import { mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "@frontdesk/basics/command-line";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpHandler, runHttp, serveFetch } from "../../src/serve/http.ts";
import { createState, type State } from "../../src/state/state.ts";
import { readSettings } from "../read-settings.ts";

let folder: string;
let lines: string[];
const closing: (() => unknown)[] = [];
const log = (line: string) => void lines.push(line);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-mcp-"));
  lines = [];
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function stateOf(...args: string[]): State {
  const state = createState(readSettings(["--http=0", "--secrets-folder", folder, ...args], {}));
  closing.push(() => state.close());
  return state;
}

async function open(...args: string[]) {
  const http = await createHttpHandler(stateOf(...args), log);
  closing.push(() => http.close());
  const token = (await readFile(join(folder, "mcp-http.token"), "utf8").catch(() => "")).trim();
  const ask = (headers: Record<string, string> = {}, method = "ping", protocol = "2025-11-25") =>
    http.fetch(
      new Request("http://127.0.0.1/", {
        method: "POST",
        headers: {
          host: "127.0.0.1",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${token}`,
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method,
          params: { protocolVersion: protocol, capabilities: {}, clientInfo: { name: "t", version: "1" } },
        }),
      }),
    );
  return { http, ask, token };
}

describe("the bearer token of HTTP", () => {
  it("is created if there is none, and only its path is shown", async () => {
    const { token, ask } = await open();
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(lines).toEqual([`the bearer token is in ${join(folder, "mcp-http.token")}`]);
    expect((await ask({}, "initialize")).status).toBe(200);
  });

  it("is read from the configured file, and created there if it is missing", async () => {
    const path = join(folder, "own");
    await writeFile(path, "a-token-of-our-own\n");
    const { ask } = await open("--http-token-file", path);
    expect((await ask({ authorization: "Bearer a-token-of-our-own" }, "initialize")).status).toBe(200);
    expect(lines).toEqual([]);
    await open("--http-token-file", join(folder, "absent"));
    expect((await readFile(join(folder, "absent"), "utf8")).trim()).toMatch(/^[\w-]{32}$/);
  });

  it("is requested with an explanation if the file is empty or unreadable", async () => {
    const empty = join(folder, "empty");
    await writeFile(empty, " \n");
    const below = join(empty, "below");
    for (const [path, why] of [
      [empty, "is empty. Write one into it, or remove it."],
      [folder, "cannot be read (EISDIR)"],
      [below, "cannot be read (ENOTDIR)"],
    ] as const)
      await expect(open("--http-token-file", path)).rejects.toThrow(
        new UsageError(`The file with the bearer token, ${path}, ${why}`),
      );
  });

  it("is not written where a link leads, and the folder is named", async () => {
    await symlink(join(folder, "nowhere"), join(folder, "mcp-http.token"));
    await expect(open()).rejects.toThrow(
      new UsageError(`Cannot write to the folder ${folder} (EEXIST); --http keeps its bearer token there`),
    );
  });

  it.each([["Bearer wrong"], ["Bearer "], [""], [`Bearer ${"a".repeat(32)}`]])(
    "is refused as %j",
    async (authorization) => {
      const { ask } = await open();
      const answer = await ask({ authorization });
      expect([answer.status, answer.headers.get("www-authenticate"), await answer.text()]).toEqual([
        ...[401, "Bearer", "The bearer token is missing or wrong."],
      ]);
    },
  );
});

it.each([
  ["a page in a browser", { origin: "https://evil.example" }],
  ["a name that leads here", { host: "evil.example" }],
])("rejects %s before it checks the token", async (_who, headers) => {
  const { ask } = await open();
  expect((await ask(headers)).status).toBe(403);
});

it("answers a client that opens no session, each request on its own", async () => {
  const { ask } = await open();
  const answer = await ask({ "mcp-protocol-version": "2025-06-18" }, "tools/list");
  expect([answer.status, answer.headers.get("mcp-session-id")]).toEqual([200, null]);
  expect(await answer.text()).toContain('"mail_wait_code"');
});

it("ends the sessions of its clients when it closes", async () => {
  const { http, ask } = await open();
  const begun = await ask({}, "initialize");
  const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
  await begun.text();
  expect((await ask(session)).status).toBe(200);
  await http.close();
  expect((await ask(session)).status).toBe(404);
});

describe("the listener", () => {
  async function listen(fetch: (request: Request) => Promise<Response>): Promise<number> {
    const server = serveFetch(fetch).listen(0, "127.0.0.1");
    closing.push(
      () => server.close(),
      () => server.closeAllConnections(),
    );
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  it("forwards method, path, headers and body, and returns the response", async () => {
    const port = await listen(async (request) =>
      Response.json(
        { method: request.method, url: request.url, own: request.headers.get("x-own"), body: await request.text() },
        { status: 201, headers: { "x-back": "1" } },
      ),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/a?b`, {
      method: "PUT",
      headers: { "x-own": "1" },
      body: "text",
    });
    expect([answer.status, answer.headers.get("x-back")]).toEqual([201, "1"]);
    expect(await answer.json()).toEqual({ method: "PUT", url: `http://127.0.0.1:${port}/a?b`, own: "1", body: "text" });
  });

  it("supports GET, and a response without a body", async () => {
    const port = await listen(async (request) => new Response(request.body && "body", { status: 204 }));
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(204);
  });

  it("rejects a body above 1 MiB", async () => {
    const port = await listen(async () => new Response("not reached"));
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "x".repeat(1024 * 1024 + 1) });
    expect(answer.status).toBe(413);
  });

  it("closes the connection if the handler fails, and the response if the client disconnects", async () => {
    const failing = await listen(() => Promise.reject(new Error("broken")));
    await expect(fetch(`http://127.0.0.1:${failing}/`)).rejects.toThrow();
    const gone = createGate();
    const port = await listen(async () => {
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(new Uint8Array(1)),
        cancel: () => gone.resolve(),
      });
      return new Response(body);
    });
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
    await once(socket, "data");
    socket.destroy();
    await gone.promise;
  });

  it("prints its URL, ends with the process's signals, and explains a port in use", async () => {
    const exits: number[] = [];
    const state = stateOf();
    const left = createGate();
    const exit = (code: number) => {
      exits.push(code);
      left.resolve();
    };
    await runHttp(state, { log, exit });
    const address = lines.find((line) => line.startsWith("serving "))!.slice("serving ".length);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect((await fetch(address)).status).toBe(401);
    const port = new URL(address).port;
    await expect(runHttp(stateOf(`--http=${port}`), { log, exit })).rejects.toThrow(
      `--http: port ${port} is in use or not permitted`,
    );
    // A signal to the process, without one: what a test runner does with it is its own.
    process.listeners("SIGTERM").at(-1)!("SIGTERM");
    await left.promise;
    process.removeListener("SIGINT", process.listeners("SIGINT").at(-1)!);
    expect(exits[0]).toBe(143);
    await expect(fetch(address)).rejects.toThrow();
  });

  it("ends with a signal even if a tunnel cannot be closed", async () => {
    const left = createGate();
    const state = { ...stateOf(), close: () => Promise.reject(new Error("broken")) };
    await runHttp(state, { log, exit: left.resolve });
    const timers = vi.spyOn(globalThis, "setTimeout");
    process.listeners("SIGTERM").at(-1)!("SIGTERM");
    expect(timers.mock.results[timers.mock.calls.findIndex(([, ms]) => ms === 800)]?.value.hasRef()).toBe(false);
    timers.mockRestore();
    await left.promise;
    process.removeListener("SIGINT", process.listeners("SIGINT").at(-1)!);
  });

  it("ends a request that is still being sent, and itself after 800 ms, if something never closes", async () => {
    const left = createGate();
    const state = { ...stateOf(), close: () => new Promise<never>(() => {}) };
    await runHttp(state, { log, exit: left.resolve });
    const port = Number(new URL(lines.at(-1)!.slice("serving ".length)).port);
    const socket = connect(port, "127.0.0.1");
    closing.push(() => socket.destroy());
    const isClosed = new Promise((resolve) => socket.on("error", () => {}).once("close", resolve));
    // In one piece: with the response to the first request, the server has the beginning of the second one too.
    const head = (length: number) => `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${length}\r\n\r\n`;
    socket.write(`${head(0)}${head(9)}half`);
    await once(socket, "data");
    process.listeners("SIGTERM").at(-1)!("SIGTERM");
    await isClosed;
    await left.promise;
    process.removeListener("SIGINT", process.listeners("SIGINT").at(-1)!);
  });
});

function createGate() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
