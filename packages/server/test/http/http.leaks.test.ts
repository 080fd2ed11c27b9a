import { createServer } from "node:http";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { readBody } from "../../src/http/body.ts";
import { listenOn, watchForDrain } from "../../src/http/listener.ts";

const post = (body: string | Uint8Array<ArrayBuffer>) => new Request("http://desk.test/", { method: "POST", body });

test("reading a body leaves no timer", async () => {
  await leavesNothing(async () => expect(await readBody(post("{}"))).toBe("{}"), { calls: 20 });
});

test("a body that is too long, or no text, leaves no timer either", async () => {
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
