import net from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { pipe } from "../../src/agent/pipe.ts";

/** What the edge hears when no connection to the app comes about. */
async function answerTo(failure: Error): Promise<string> {
  const [edge, data] = duplexPair();
  const app = new net.Socket();
  pipe({
    data,
    first: Buffer.alloc(0),
    connect() {
      process.nextTick(() => app.destroy(failure));
      return app;
    },
  });
  edge.write("GET / HTTP/1.1\r\n\r\n");
  return textOf(edge);
}

async function textOf(stream: Duplex): Promise<string> {
  let text = "";
  for await (const bytes of stream) text += String(bytes);
  return text;
}

test("an app that no address leads to is down, whichever of its addresses was tried", async () => {
  const unreachable = Object.assign(new Error("no route"), { code: "EHOSTUNREACH", syscall: "connect" });
  const both = Object.assign(new AggregateError([unreachable, unreachable]), { code: "EHOSTUNREACH" });
  for (const failure of [unreachable, both]) {
    expect(await answerTo(failure)).toMatch(/^HTTP\/1\.1 502 .*frontdesk-agent-error: EHOSTUNREACH\r\n/is);
  }
});
