import { once } from "node:events";
import { expect, test } from "vitest";
import {
  createDataConnection,
  createEdgeFrameReader,
  type EdgeFrame,
  encodeFrame,
  type TunnelRules,
} from "../../../src/wire/index.ts";
import { createPair } from "../pair.ts";
import { createTestbed, type Testbed } from "../testbed.ts";

type Welcome = Extract<EdgeFrame, { type: "welcome" }>;

const dialHead = (path: string, secret: string, more = "") =>
  `GET /svc-tunnel/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\nAuthorization: Bearer ${secret}\r\n${more}\r\n`;

/** Opens or takes up a tunnel by hand. */
async function greet(
  bed: Testbed,
  token: string,
  resume?: { session: string; secret: string },
  rules: TunnelRules = {},
): Promise<Welcome> {
  const socket = await bed.connect();
  const welcomed = new Promise<Welcome>((resolve) => {
    const read = createEdgeFrameReader((frame) => {
      if (frame.type === "welcome") resolve(frame);
    });
    let text = "";
    socket.on("data", (bytes) => {
      const end = text.length === 0 ? bytes.indexOf("\r\n\r\n") + 4 : 0;
      text += bytes.toString("latin1");
      if (bytes.length > end) read(bytes.subarray(end));
    });
  });
  const hello = encodeFrame({ type: "hello", agent: "test", share: false, rules, ...(resume && { resume }) });
  socket.write(dialHead("control", token) + hello);
  return welcomed;
}

test("a session that is resumed repeatedly listens for a rotation once", async () => {
  await using bed = await createTestbed();
  let listening = 0;
  const { subscribe } = bed.bus;
  bed.bus.subscribe = (topic, listener) => {
    const stop = subscribe(topic, listener);
    if (!topic.startsWith("subdomain:")) return stop;
    listening++;
    return () => {
      listening--;
      stop();
    };
  };
  const token = bed.register("demo");
  const first = await greet(bed, token);
  for (let turn = 1; turn <= 5; turn++) {
    const again = await greet(bed, token, first);
    expect([again.session, listening]).toEqual([first.session, 1]);
  }
});

test("opening a tunnel is reported with the client's IP address, resuming it is not", async () => {
  const opened: [id: string, ip: string][] = [];
  await using bed = await createTestbed({ onTunnelOpen: ({ id }, ip) => void opened.push([id, ip]) });
  const token = bed.register("demo");
  const first = await greet(bed, token);
  await greet(bed, token, first);
  expect(opened).toEqual([[expect.any(String), "127.0.0.1"]]);
  await greet(bed, token);
  expect(opened).toHaveLength(2);
});

test("a session is resumed only by its own secret", async () => {
  await using bed = await createTestbed();
  const token = bed.register("demo");
  const first = await greet(bed, token);
  const guess = { session: first.session, secret: Buffer.alloc(24).toString("base64url") };
  expect((await greet(bed, token, guess)).session).not.toBe(first.session);
});

test("a data connection is forwarded to the server that has its session once, and not a second time", async () => {
  const { one, two } = await createPair();
  const { session, secret } = await greet(one, one.register("demo"));
  const dial = (more: string) =>
    two.raw(dialHead("data", secret, `Frontdesk-Session: ${session}\r\n${more}`), /\r\n\r\n/);
  expect(await dial("")).toMatch(/^HTTP\/1\.1 101 /);
  expect(await dial("Frontdesk-Forwarded: 1\r\n")).toMatch(/^HTTP\/1\.1 401 /);
});

test("a visitor who stays connected gets the rules with which the client resumed", async () => {
  await using bed = await createTestbed();
  const token = bed.register("demo");
  const first = await greet(bed, token, undefined, { hostHeader: "former.test" });
  const heads: string[] = [];
  const data = await bed.connect();
  data.write(dialHead("data", first.secret, `Frontdesk-Session: ${first.session}\r\n`));
  await once(data, "data");
  createDataConnection({
    socket: data,
    now: () => performance.now(),
    onStream(stream) {
      const onData = (bytes: Buffer) => {
        heads.push(bytes.toString("latin1"));
        stream.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      };
      stream.listener = { onData, onDrain() {}, onEnd() {}, onClose() {} };
    },
  });
  const visitor = await bed.connect();
  const visit = async () => {
    visitor.write("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n");
    await once(visitor, "data");
  };
  await visit();
  await greet(bed, token, first, { hostHeader: "new.test" });
  await visit();
  expect(heads.map((head) => /^host: (.*)$/im.exec(head)?.[1])).toEqual(["former.test", "new.test"]);
});
