import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { consent, openCallback } from "./browser.mjs";
import { key, openStage, storages } from "./stage.ts";

const folder = process.env.FRONTDESK_OAUTH_CLIENTS;
if (folder === undefined) console.warn("The programs could not be installed, so they are not tested here.");
const browserScript = fileURLToPath(new URL("./browser.mjs", import.meta.url));

/** A home folder, and a program in it that a client opens as its browser. */
async function createHome() {
  const home = await mkdtemp(join(tmpdir(), "frontdesk-home-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const browser = join(home, "browser.sh");
  // In the background: some clients listen only once their browser has started.
  await writeFile(browser, `#!/bin/sh\n"${process.execPath}" "${browserScript}" "$@" >>"${home}/browser.log" 2>&1 &\n`);
  await chmod(browser, 0o700);
  return { home, browser };
}

const binaries = folder && join(folder, "node_modules/.bin");

/** Returns the variables of a program. It runs with Node 22 of the installation, which some of them need. */
const toEnvironment = (home: string) => ({
  PATH: `${binaries}:${process.env.PATH}`,
  HOME: home,
  FRONTDESK_KEY: key,
});

/** Runs a program of the installation. */
function runProgram(program: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(join(binaries!, program), args, { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function outputOf(child: ChildProcess) {
  const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "exit")]);
  return { out, err, code: code as number };
}

describe.skipIf(folder === undefined).each(storages)("on %s", (storage) => {
  test("mcp-remote connects, and a client of its standard input reads a code", async () => {
    const stage = await openStage(storage);
    await stage.sendCode("482913");
    const { home, browser } = await createHome();
    const command = join(binaries!, "mcp-remote");
    const env = { ...toEnvironment(home), BROWSER: browser, MCP_REMOTE_CONFIG_DIR: home };
    const client = new Client({ name: "test", version: "1.0.0" });
    onTestFinished(() => client.close());
    await client.connect(new StdioClientTransport({ command, args: [`${stage.url}/mcp`], env, stderr: "ignore" }));
    const result = await client.callTool({ name: "mail_wait_code", arguments: { mailbox: "signup" } });
    expect(JSON.stringify(result)).toContain("482913");
  });

  test("Inspector connects, and reads a code", async () => {
    const stage = await openStage(storage);
    await stage.sendCode("482913");
    const { home, browser } = await createHome();
    const callbackUrl = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const call = ["--method", "tools/call", "--tool-name", "mail_wait_code", "--tool-arg", "mailbox=signup"];
    const { out, err, code } = await outputOf(
      runProgram(
        "mcp-inspector",
        ["--cli", `${stage.url}/mcp`, ...call, "--format", "json", "--callback-url", callbackUrl],
        { ...toEnvironment(home), BROWSER: browser, MCP_AUTO_OPEN_ENABLED: "true" },
      ),
    );
    expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("482913");
  });

  test("the conformance tests of MCP pass", async () => {
    const stage = await openStage(storage);
    const port = await freePort();
    const registered = await fetch(`${stage.url}/oauth/register`, {
      method: "POST",
      body: JSON.stringify({ redirect_uris: ["http://127.0.0.1/callback"] }),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    const args = ["--url", stage.url, "--client-id", client_id, "--resource", `${stage.url}/mcp`, "-p", String(port)];
    const { home } = await createHome();
    const child = runProgram("conformance", ["authorization", ...args], toEnvironment(home));
    onTestFinished(() => void child.kill());
    const exited = once(child, "exit");
    const printed: string[] = [];
    child.stderr!.on("data", (chunk) => printed.push(String(chunk)));
    for await (const line of createInterface({ input: child.stdout! })) {
      printed.push(line);
      if (/^https?:\/\/\S+\/oauth\/authorize\?/.test(line)) await openCallback(await consent(line, key));
    }
    const [code] = await exited;
    expect({ code, output: code === 0 ? "" : printed.join("\n") }).toEqual({ code: 0, output: "" });
    expect(printed.join("\n")).toMatch(/passed/i);
  });
});
