import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { consent, openCallback } from "./browser.mjs";
import { key, openStage, storages } from "./stage.ts";

const folder = process.env.FRONTDESK_OAUTH_MCPJAM;
if (folder === undefined) console.warn("MCPJam could not be installed, so its conformance tests are not run here.");

interface Step {
  step: string;
  status: string;
  error?: unknown;
}

/** Loads MCPJam's SDK from its installation. */
async function loadMcpJam(): Promise<{
  OAuthConformanceTest: new (options: object) => { run(): Promise<{ passed: boolean; steps: Step[] }> };
}> {
  const { resolve } = createRequire(join(folder!, "package.json"));
  return import(pathToFileURL(resolve("@mcpjam/sdk")).href);
}

describe.skipIf(folder === undefined).each(storages)("MCPJam's OAuth conformance on %s", (storage) => {
  test.each(["2025-11-25", "2025-06-18", "2025-03-26"])("passes for revision %s", async (protocolVersion) => {
    const { url } = await openStage(storage);
    const { OAuthConformanceTest } = await loadMcpJam();
    const conformance = new OAuthConformanceTest({
      serverUrl: `${url}/mcp`,
      protocolVersion,
      registrationStrategy: "dcr",
      auth: {
        mode: "interactive",
        openUrl: async (opened: string) => void consent(opened, key).then(openCallback),
      },
      oauthConformanceChecks: true,
      verification: { listTools: true },
    });
    const { passed, steps } = await conformance.run();
    expect(steps.filter(({ status }) => status === "failed")).toEqual([]);
    expect({ passed, isLong: steps.length > 10 }).toEqual({ passed: true, isLong: true });
    console.log(
      `MCPJam ${protocolVersion} on ${storage}: ${steps.length} steps, ${steps.filter(({ status }) => status === "skipped").length} skipped`,
    );
  });
});
