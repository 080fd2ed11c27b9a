import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMailParser, createParserPool } from "../src/index.ts";

const started: Worker[] = [];
vi.mock("node:worker_threads", async (load) => {
  const { Worker: Original, ...others } = await load<{ Worker: typeof Worker }>();
  class ObservedWorker extends Original {
    constructor(...options: ConstructorParameters<typeof Worker>) {
      super(...options);
      started.push(this);
    }
  }
  return { ...others, Worker: ObservedWorker };
});

test("the thread that parses mails ends long before it has the memory of a small server", async () => {
  const pool = createParserPool();
  onTestFinished(() => pool.close());
  const reader = createMailParser({ sender: "a@shop.test" }, { pool });
  reader.write(Buffer.from(`Content-Type: text/html\r\n\r\n<p>code 4711</p>${"<p>x</p>".repeat(5_000)}`));
  expect((await reader.end()).body).toMatch(/^code 4711/);
  expect(started.map(({ resourceLimits }) => resourceLimits?.maxOldGenerationSizeMb)).toEqual([256]);
});
