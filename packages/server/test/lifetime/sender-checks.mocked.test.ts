import { expect, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";

const opened = vi.hoisted(() => [] as { receiver: string; onFailure(why: string): void }[]);
vi.mock("../../src/authentication/threaded-authentication.ts", () => ({
  createThreadedAuthentication(options: (typeof opened)[number]) {
    opened.push(options);
    return { authenticate: async () => ({ verdict: "none" }), close() {} };
  },
}));

test("senders are checked in the name of the mail domain, and the log says when the checks fail, and why", async () => {
  const lines: unknown[] = [];
  const log = { info() {}, warn: (...line: unknown[]) => void lines.push(line), error() {} };
  const desk = await openDesk({ mailDomain: "mail.test", log });
  expect(opened.map(({ receiver }) => receiver)).toEqual(["mail.test"]);
  lines.length = 0;
  opened[0]?.onFailure("out of memory");
  await desk.server.close();
  expect(lines).toEqual([["Authentication of senders failed; it starts again in a minute", { why: "out of memory" }]]);
});
