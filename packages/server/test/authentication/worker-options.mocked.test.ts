import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { createThreadedAuthentication } from "../../src/authentication/threaded-authentication.ts";

const threads: { file: URL; options: object }[] = [];
vi.mock("node:worker_threads", () => ({
  Worker: class extends EventEmitter {
    constructor(file: URL, options: object) {
      super();
      threads.push({ file, options });
    }
    unref() {}
    postMessage([{ id }]: [{ id: number }]) {
      this.emit("message", [{ id, judgment: "judged" }]);
    }
    async terminate() {}
  },
}));

test("the thread has its own memory limit, and none of the process's flags, which it may not know", async () => {
  const { check } = createThreadedAuthentication({ receiver: "desk.example" });
  const evidence = { helo: "", header: "", bodyHashes: {} };
  expect(await check({ evidence, clientIp: "192.0.2.1", envelopeSender: "", shownSender: "" })).toBe("judged");
  expect(threads).toEqual([
    {
      file: expect.objectContaining({ pathname: expect.stringMatching(/\/authentication-worker-source\.mjs$/) }),
      options: {
        workerData: { receiver: "desk.example" },
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 192 },
      },
    },
  ]);
});
