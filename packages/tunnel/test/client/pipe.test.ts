import net from "node:net";
import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { pipeToApp } from "../../src/client/pipe.ts";
import { createDataConnection, type Stream } from "../../src/wire/index.ts";

/** What the edge hears when no connection to the app comes about. */
function answerTo(failure: Error): Promise<string> {
  const [near, far] = duplexPair();
  const now = () => 0;
  createDataConnection({
    socket: far,
    now,
    onStream(channel) {
      const app = new net.Socket();
      const connect = () => {
        process.nextTick(() => app.destroy(failure));
        return app;
      };
      pipeToApp({ stream: channel, connect });
    },
  });
  const channel = createDataConnection({ socket: near, now }).openStream();
  channel.write("GET / HTTP/1.1\r\n\r\n");
  return textOf(channel);
}

function textOf(channel: Stream): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const user = { onData: (bytes: Buffer) => (text += bytes), onDrain() {}, onEnd: done, onClose: done };
    channel.listener = user;
    function done(): void {
      resolve(text);
    }
  });
}

test("an app that no address reaches is down, whichever of its addresses was tried", async () => {
  const unreachable = Object.assign(new Error("no route"), { code: "EHOSTUNREACH", syscall: "connect" });
  const both = Object.assign(new AggregateError([unreachable, unreachable]), { code: "EHOSTUNREACH" });
  for (const failure of [unreachable, both]) {
    expect(await answerTo(failure)).toMatch(/^HTTP\/1\.1 502 .*frontdesk-agent-error: EHOSTUNREACH\r\n/is);
  }
});
