import { once } from "node:events";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";
import { generate } from "selfsigned";
import { expect, onTestFinished, test, vi } from "vitest";
import { createJournal } from "../../src/inspector/journal.ts";
import { replayRequest } from "../../src/inspector/replay.ts";

/** An app by hand: what it is sent, and what it says to that. */
async function startApp(onRequest: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  let asked = "";
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      asked += bytes;
      onRequest(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { server, sockets, asked: () => asked, target: { host: "127.0.0.1", port, https: false } };
}

function journalWith(headers: readonly string[], body = "") {
  const journal = createJournal();
  journal.begin({ method: "POST", path: "/again?a=1", headers }).requestBody(Buffer.from(body));
  return { journal, entry: journal.find(1)! };
}

const OK = "HTTP/1.1 201 Created\r\nX-App: yes\r\nContent-Length: 4\r\n\r\ndone";

test("a request is sent again unchanged, without hop-by-hop headers, with its length", async () => {
  const app = await startApp((socket) => socket.write(OK));
  const { journal, entry } = journalWith(
    ["Host", "demo.test", "Keep-Alive", "5", "Transfer-Encoding", "chunked", "Content-Length", "99", "X-Own", "a"],
    "body",
  );
  await replayRequest(entry, app.target, journal);
  expect(app.asked()).toBe(
    "POST /again?a=1 HTTP/1.1\r\nHost: demo.test\r\nX-Own: a\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody",
  );
  const again = journal.find(2)!;
  expect(again).toMatchObject({ replayOf: 1, status: 201, done: true });
  expect([String(again.request.body), String(again.response.body)]).toEqual(["body", "done"]);
  expect(again.response.headers).toContain("X-App");
});

test("a request with a body of one byte is sent again with its length", async () => {
  const app = await startApp((socket) => socket.write(OK));
  const { journal, entry } = journalWith(["Host", "demo.test"], "b");
  await replayRequest(entry, app.target, journal);
  expect(app.asked()).toBe(
    "POST /again?a=1 HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 1\r\nConnection: close\r\n\r\nb",
  );
});

test("a request to which the app switches protocols ends with that, and the app's connection too", async () => {
  const app = await startApp((socket) => socket.write("HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"));
  const { journal, entry } = journalWith(["Host", "demo.test"]);
  await replayRequest(entry, app.target, journal);
  expect(journal.find(2)).toMatchObject({ replayOf: 1, status: 101, done: true });
  await expect.poll(() => app.sockets[0]?.destroyed).toBe(true);
});

test("a request without a body is sent again without a length", async () => {
  const app = await startApp((socket) => socket.write(OK));
  const journal = createJournal();
  journal.begin({ method: "GET", path: "/", headers: ["Host", "demo.test"] });
  await replayRequest(journal.find(1)!, app.target, journal);
  expect(app.asked()).toBe("GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\n\r\n");
});

test("a request to an app with a certificate of its own is sent again by HTTPS", async () => {
  const { private: key, cert } = await generate([{ name: "commonName", value: "app" }], { keyType: "ec" });
  const server = https.createServer({ key, cert }, (_request, response) => response.end("by TLS"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { journal, entry } = journalWith(["Host", "demo.test"]);
  await replayRequest(entry, { host: "127.0.0.1", port, https: true }, journal);
  expect(String(journal.find(2)?.response.body)).toBe("by TLS");
});

test("a request leaves no connection and no timer", async () => {
  const app = await startApp((socket) => socket.write(OK));
  const { journal, entry } = journalWith(["Host", "demo.test"]);
  await replayRequest(entry, app.target, journal);
  await expect
    .poll(() => app.sockets.map(({ destroyed, readableEnded }) => destroyed || readableEnded))
    .toEqual([true]);
});

test("an app that disconnects during its response ends the replay", async () => {
  const app = await startApp((socket) => socket.end(OK.slice(0, -2)));
  const { journal, entry } = journalWith(["Host", "demo.test"]);
  await replayRequest(entry, app.target, journal);
  expect(journal.find(2)).toMatchObject({ status: 201, done: true });
  expect(String(journal.find(2)!.response.body)).toBe("do");
});

test("an unreachable app is an error, and the request is shown as failed", async () => {
  const app = await startApp(() => {});
  app.server.close();
  await once(app.server, "close");
  const { journal, entry } = journalWith(["Host", "demo.test"]);
  await expect(replayRequest(entry, app.target, journal)).rejects.toThrow("ECONNREFUSED");
  expect(journal.find(2)).toMatchObject({ status: 502, done: true });
});

/** Lets the minute of silence pass at once, as the timer would do after its time. */
function watchTimeouts() {
  const timeouts = vi.spyOn(net.Socket.prototype, "setTimeout");
  onTestFinished(() => void timeouts.mockRestore());
  return () => {
    const [minute] = timeouts.mock.contexts.filter((_, at) => timeouts.mock.calls[at]![0] === 60_000) as Socket[];
    minute?.emit("timeout");
  };
}

test("an app that is silent in the middle of its response has responded", async () => {
  const passMinute = watchTimeouts();
  const app = await startApp((socket) => socket.write(OK.slice(0, -2)));
  const { journal, entry } = journalWith(["Host", "demo.test"]);
  const replayed = replayRequest(entry, app.target, journal);
  await expect.poll(() => String(journal.find(2)?.response.body)).toBe("do");
  passMinute();
  await replayed;
  expect(journal.find(2)).toMatchObject({ status: 201, done: true });
});

test("a request that is sent again shows how long the app took, in milliseconds", async () => {
  let time = 1_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const app = await startApp((socket) => {
    time += 250;
    socket.write(OK);
  });
  const { journal, entry } = journalWith(["Host", "demo.test"]);
  await replayRequest(entry, app.target, journal);
  expect(journal.find(2)).toMatchObject({ status: 201, ms: 250 });
});

test("an app that is silent for a minute times out", async () => {
  const passMinute = watchTimeouts();
  const app = await startApp(passMinute);
  const { journal, entry } = journalWith(["Host", "demo.test"]);
  await expect(replayRequest(entry, app.target, journal)).rejects.toThrow("did not respond within a minute");
  expect(journal.find(2)).toMatchObject({ status: 502, done: true });
});
