import { once } from "node:events";
import type { ServerResponse } from "node:http";
import net from "node:net";
import { duplexPair } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { runInProcess, startCommand } from "../command.ts";
import { createPair } from "../pair.ts";
import { createTestbed, type Testbed } from "../testbed.ts";

const PATIENT = { timeout: 20_000 };

/** An app that keeps each request for as long as the next takes to come, and says who it is. */
function says(word: string) {
  let kept: ServerResponse | undefined;
  return (_request: unknown, response: ServerResponse) => {
    kept?.end(word);
    kept = response;
    setTimeout(() => response.end(word), 5);
  };
}

/** Visitors who ask again and again until they are told to stop; each answer that is not the app's is kept. */
function crowd(visit: (turn: number) => Promise<{ status: number; body: string }>) {
  let over = false;
  const heard = { answers: 0, wrong: [] as string[] };
  const note = (text: string) => void heard.wrong.push(text);
  const visitors = Array.from({ length: 8 }, async (_, at) => {
    for (let turn = 0; !over; turn++) {
      await visit(turn + at).then(
        ({ status, body }) => status === 200 || note(`${status} ${body}`),
        (error) => note(String(error)),
      );
      heard.answers++;
    }
  });
  return {
    /** So many more are answered. */
    async more(count: number) {
      const until = heard.answers + count;
      while (heard.answers < until) await new Promise((resolve) => setImmediate(resolve));
    },
    async stop() {
      over = true;
      await Promise.all(visitors);
      return heard.wrong;
    },
  };
}

/** Leads what is dialled to one server or the other. */
async function startBalancer(bed: Testbed) {
  let target = bed.port;
  const server = net.createServer((socket) => {
    const onward = net.connect(target, "127.0.0.1");
    for (const end of [socket, onward]) end.on("error", () => {});
    socket.pipe(onward).pipe(socket);
    socket.on("close", () => onward.destroy());
    onward.on("close", () => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lead(next: Testbed) {
      target = next.port;
    },
  };
}

/** Reads and writes in turns. */
const ask = (bed: Testbed) => (turn: number) =>
  turn % 2 === 0
    ? bed.get("demo")
    : bed.get("demo", "/", { method: "POST", body: "b", headers: { "content-length": 1 } });

test.each([{ share: true }, { share: false }])(
  "new clients replace old ones under load, and no request is lost (%o)",
  async (how) => {
    await using bed = await createTestbed();
    const more = { ...how, drain: 10_000 };
    let agent = await bed.serve("demo", says("first"), more);
    const visitors = crowd(ask(bed));
    for (const word of ["second", "third", "fourth"]) {
      await visitors.more(50);
      const next = await bed.serve("demo", says(word), more);
      await agent.close();
      agent = next;
    }
    await visitors.more(50);
    expect(await visitors.stop()).toEqual([]);
  },
);

test("servers replace each other under load, and no request is lost", async () => {
  const { one, two } = await createPair();
  const front = await startBalancer(one);
  await one.serve("demo", says("here"), { baseUrl: front.url, drain: 10_000 });
  let current = one;
  const visitors = crowd((turn) => ask(current)(turn));
  await visitors.more(50);
  // In the moment in which visitors go to the other server, this one stops.
  front.lead(two);
  current = two;
  await one.edge.close({ drainMs: 20_000 });
  await visitors.more(50);
  expect(await visitors.stop()).toEqual([]);
});

test("a stopping server waits only two seconds for a client that does not reconnect elsewhere", async () => {
  const { one } = await createPair();
  const tunnel = await one.serve("demo", says("here"));
  const start = performance.now();
  await one.edge.close({ drainMs: 20_000 });
  const elapsedMs = performance.now() - start;
  // Far less than the drain time, on a busy machine too.
  expect([elapsedMs >= 1_900, elapsedMs < 12_000]).toEqual([true, true]);
  await tunnel.close();
});

test("a stopping server without a cluster does not wait for its clients, which have no other server", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", says("here"));
  let isClosed = false;
  const closing = bed.edge.close({ drainMs: 20_000 }).then(() => (isClosed = true));
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(isClosed).toBe(true);
  await closing;
});

test("a stopping server waits for a slow visitor who still reads the end of a response", async () => {
  await using bed = await createTestbed();
  const length = 300_000;
  await bed.serve("demo", (_request, response) => void response.end("x".repeat(length)));
  const [own, visitor] = duplexPair();
  // The members of a socket that a connection uses, beside those of a stream.
  const socket = Object.assign(own, {
    destroySoon: () => void own.end(() => own.destroy()),
    remoteAddress: "127.0.0.1",
  });
  bed.edge.handleConnection(socket as unknown as net.Socket, () => {});
  visitor.write("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n");
  await once(visitor, "readable");
  let isClosed = false;
  const closed = bed.edge.close({ drainMs: 20_000 }).then(() => (isClosed = true));
  let body = "";
  for await (const bytes of visitor) {
    body += bytes;
    // Slower than the server looks whether it may close.
    await new Promise((resolve) => setTimeout(resolve, 30));
    if (body.length < length) expect(isClosed).toBe(false);
  }
  expect(body.split("\r\n\r\n")[1]?.length).toBe(length);
  await closed;
});

test("a leaving client finishes running requests and gets no new ones", async () => {
  await using bed = await createTestbed();
  const asked: { url: string | undefined; response: ServerResponse }[] = [];
  const agent = await bed.serve("demo", ({ url }, response) => asked.push({ url, response }), { drain: 20_000 });
  const running = bed.get("demo", "/running");
  await expect.poll(() => asked.length).toBe(1);
  const left = agent.close();
  await expect.poll(async () => (await bed.get("demo", "/late")).status).toBe(502);
  asked[0]!.response.end("finished");
  expect((await running).body).toBe("finished");
  await left;
  expect(asked.map(({ url }) => url)).toEqual(["/running"]);
});

test("Ctrl-C lets running requests finish, and a second one exits at once", async () => {
  await using bed = await createTestbed();
  const asked: ServerResponse[] = [];
  const app = await bed.startApp((_request, response) => asked.push(response));
  const { port } = app.address() as { port: number };
  const server = `http://127.0.0.1:${bed.port}`;
  const command = startCommand(["-k", bed.register("demo"), "-p", `${port}`, "--url", server, "--json"]);
  await command.next("online");
  const running = bed.get("demo");
  await expect.poll(() => asked.length, PATIENT).toBe(1);
  command.child.kill("SIGINT");
  expect(await command.next("draining")).toMatchObject({ running: expect.any(Number) });
  expect(await command.stop("SIGINT")).toBe(0);
  expect((await running).status).toBe(502);
});

test("requests that run longer than --drain are closed", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp(() => {});
  const asked = once(app, "request");
  const { port } = app.address() as { port: number };
  const server = `http://127.0.0.1:${bed.port}`;
  const flags = ["-k", bed.register("demo"), "-p", `${port}`, "--url", server, "--json", "--drain", "0"];
  const command = runInProcess(flags);
  await command.next("online");
  const running = bed.get("demo");
  await asked;
  expect(await command.stop()).toBe(0);
  expect((await running).status).toBe(502);
});
