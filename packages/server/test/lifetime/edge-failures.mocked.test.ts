import { createServer } from "node:http";
import type { attachEdge, shareServer } from "@frontdesk/tunnel/edge";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";

type OnFailure = (what: string, error: unknown) => void;

/** What each way to serve tunnels was given for failures that nobody foresaw. */
const given = vi.hoisted(() => ({ attached: [] as unknown[], shared: [] as unknown[] }));

vi.mock("@frontdesk/tunnel/edge", async (original) => {
  const real = await original<typeof import("@frontdesk/tunnel/edge")>();
  return {
    ...real,
    attachEdge(...parts: Parameters<typeof attachEdge>) {
      given.attached.push(parts[3]?.onFailure);
      return real.attachEdge(...parts);
    },
    shareServer(...parts: Parameters<typeof shareServer>) {
      given.shared.push(parts[2]);
      return real.shareServer(...parts);
    },
  };
});

test.each(["attached", "shared"] as const)(
  "a failure that nobody foresaw is in the log as an error, with what was closed (%s)",
  async (how) => {
    const lines: unknown[] = [];
    const log = { info() {}, warn() {}, error: (...line: unknown[]) => void lines.push(line) };
    const { server } = await openDesk({ log, port: 0, drain: 0 });
    onTestFinished(() => server.close());
    if (how === "attached") await server.listen();
    else {
      const program = createServer();
      server.attach(program);
      program.emit("listening");
    }
    const onFailure = given[how].at(-1) as OnFailure;
    const error = new Error("unforeseen");
    onFailure("A request", error);
    expect(lines).toEqual([["A request failed and was closed", error]]);
  },
);
