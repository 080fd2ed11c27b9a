import { leavesNothing } from "@frontdesk/test-kit";
import type { ServerContext } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { test } from "vitest";
import { type CallContext, callTool } from "../src/calls/call-tool.ts";
import { defineTool } from "../src/calls/tool.ts";
import { createState } from "../src/state/state.ts";
import { readSettings } from "./read-settings.ts";

const tool = defineTool({
  name: "account_whoami",
  title: "Who am I",
  description: "Returns the account.",
  toolset: "account",
  effect: "reads",
  input: {},
  output: { name: v.string() },
  listTool: "account_whoami",
  run: async (_input, { frontdesk }) => ({ facts: { name: (await frontdesk.account()).account.name } }),
});

test.each([
  ["succeeds", async () => Response.json({ success: true, account: { name: "a" }, agent_token: {} })],
  ["is refused", async () => Response.json({ error: "no", code: "missing_scope" }, { status: 403 })],
  ["fails", () => Promise.reject(new TypeError("fetch failed"))],
])("a tool's call that %s leaves no timer of its requests, and nothing at the client's signal", async (_, send) => {
  const settings = readSettings([], { FRONTDESK_KEY: "svcagt_TestTestTestTestTestTest1234" });
  const state = { ...createState(settings), send };
  const caller: CallContext = {
    state,
    usableTools: async () => new Set([tool.name]),
    canAskPerson: () => false,
    log() {},
  };
  await leavesNothing(
    ({ signal }) =>
      // A call reads no more of its context.
      callTool(tool, {}, { mcpReq: { signal, notify: async () => {} } } as unknown as ServerContext, caller),
    { calls: 50 },
  );
});
