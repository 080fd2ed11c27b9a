import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { serveFetch } from "../../src/serve/http.ts";

async function open(fetch: (request: Request) => Promise<Response>) {
  const server = serveFetch(fetch).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test.each([
  [1024 * 1024, 200],
  [1024 * 1024 + 1, 413],
])("a body of %i bytes is answered with %i", async (size, status) => {
  const port = await open(async (request) => new Response(String((await request.arrayBuffer()).byteLength)));
  const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: new Uint8Array(size) });
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(status === 200 ? String(size) : "");
});

test("a request is aborted when its client goes away", async () => {
  let arrived: (request: Request) => void = () => {};
  const arrival = new Promise<Request>((resolve) => (arrived = resolve));
  const port = await open((request) => {
    arrived(request);
    return new Promise(() => {});
  });
  const client = connect(port, "127.0.0.1").on("error", () => {});
  client.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  const { signal } = await arrival;
  expect(signal.aborted).toBe(false);
  client.destroy();
  await expect.poll(() => signal.aborted).toBe(true);
});

test("status, headers and body of the response are sent as they are, and a failure ends the connection", async () => {
  const port = await open(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/broken") throw new Error("broken");
    return new Response(`${request.method} ${pathname}${search} ${request.headers.get("x-a")}`, {
      status: 202,
      headers: { "x-b": "2" },
    });
  });
  const response = await fetch(`http://127.0.0.1:${port}/a?b=1`, { headers: { "x-a": "1" } });
  expect([response.status, response.headers.get("x-b"), await response.text()]).toEqual([202, "2", "GET /a?b=1 1"]);
  await expect(fetch(`http://127.0.0.1:${port}/broken`)).rejects.toThrow();
});

test("a response that breaks off ends its connection, and not the process", async () => {
  const onRejection = vi.fn();
  process.on("unhandledRejection", onRejection);
  onTestFinished(() => void process.off("unhandledRejection", onRejection));
  const port = await open(async () => {
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      if (pulls++ === 0) controller.enqueue(new TextEncoder().encode("begin"));
      else controller.error(new Error("broken"));
    };
    return new Response(new ReadableStream({ pull }));
  });
  await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).rejects.toThrow();
  // Node reports a rejection that nothing handles after the microtasks of its turn.
  await new Promise(setImmediate);
  expect(onRejection).not.toHaveBeenCalled();
});

test.each(["HEAD", "DELETE"])("a request %s, which has no body, is answered", async (method) => {
  const port = await open(async (request) => new Response(null, { headers: { "x-method": request.method } }));
  const response = await fetch(`http://127.0.0.1:${port}/`, { method });
  expect([response.status, response.headers.get("x-method")]).toEqual([200, method]);
});
