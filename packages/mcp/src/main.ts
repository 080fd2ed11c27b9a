import { createFrontdesk, FrontdeskError } from "@frontdesk/sdk";
import { listTools } from "./serve/build-server.ts";
import { actions, flags, readMcpSettings, SettingsError } from "./state/settings.ts";
import { createState } from "./state/state.ts";
import { isKey, redact } from "./text/secrets.ts";
import { tools } from "./tools/index.ts";
import { version } from "./version.ts";

/** Exit codes: 0 done, 1 failed, 2 wrong flags, 3 key rejected, 4 server unreachable. */
const exits = { failed: 1, usage: 2, rejected: 3, unreachable: 4 };

await run().catch((error: unknown) => {
  const isUsageError = error instanceof SettingsError;
  log(
    isUsageError
      ? error.message
      : `failed: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
  );
  process.exit(isUsageError ? exits.usage : exits.failed);
});

/** Does what the flags say: serves, or prints and exits. */
async function run(): Promise<void> {
  const names = tools.map(({ name }) => name);
  const { action, settings } = readMcpSettings(process.argv.slice(2), process.env, names);
  const state = createState(settings);
  switch (action) {
    case "help":
      return print(help());
    case "version":
      return print(version);
    case "print-tools":
      return print(JSON.stringify(listTools(state), null, 2));
    case "check":
      return check();
    case "serve": {
      redactCrashes();
      if (settings.http === undefined) {
        const { runStdio } = await import("./serve/stdio.ts");
        return runStdio(state, { log, exit: (code) => process.exit(code) });
      }
      const { runHttp } = await import("./serve/http.ts");
      return runHttp(state, { log, exit: (code) => process.exit(code) });
    }
  }

  /** Checks the key with a request. Prints the account, or logs what is wrong and sets the exit code. */
  async function check(): Promise<void> {
    if (settings.key === "") throw new SettingsError("Set FRONTDESK_KEY or --key-file to an agent key (svcagt_…)");
    if (!isKey(settings.key)) {
      log("FRONTDESK_KEY (or --key-file) contains a character that no key has. Copy the whole key, and nothing else.");
      process.exitCode = exits.rejected;
      return;
    }
    try {
      const { baseUrl, key } = settings;
      const frontdesk = createFrontdesk({ retries: false, baseUrl, key });
      const { account, agent_token } = await frontdesk.account({ timeout: 10_000 });
      print(`${settings.baseUrl} is up; account ${account.name}, scopes ${agent_token.scopes ?? "all"}`);
    } catch (error) {
      const isRejected = error instanceof FrontdeskError && error.status === 401;
      log(isRejected ? "The server does not accept the key." : `${settings.baseUrl} did not respond.`);
      process.exitCode = isRejected ? exits.rejected : exits.unreachable;
    }
  }

  function redactCrashes() {
    // A crash report of Node could print a secret.
    process.on("uncaughtException", (error) => {
      log(`crashed: ${redact(`${error.name}: ${error.message}`, [settings.key])}`);
      process.exit(exits.failed);
    });
  }
}

function log(line: string): void {
  process.stderr.write(`frontdesk-mcp: ${redact(line, [process.env.FRONTDESK_KEY ?? ""])}\n`);
}

function print(text: string): void {
  // The reader may close the pipe early, as `| head` does.
  process.stdout.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    log(`cannot write to standard output: ${error.message}`);
    process.exitCode = exits.failed;
  });
  process.stdout.write(`${text}\n`);
}

/** Returns the text of `--help`. */
function help(): string {
  const row = (name: string, text: string) => `  --${name.padEnd(18)} ${text}`;
  return [
    "frontdesk-mcp: mailboxes, SMS inboxes and tunnels as MCP tools, over stdio.",
    "",
    "The agent key comes from FRONTDESK_KEY or --key-file, never from an argument.",
    "",
    ...Object.entries(flags).map(([name, { env, help }]) => `${row(name, help)} [${env}]`),
    ...Object.entries(actions).map(([name, text]) => row(name, text)),
    "",
    "Exit codes: 0 done, 1 failed, 2 wrong flags, 3 key rejected, 4 server unreachable, 128+n ended by signal n.",
  ].join("\n");
}
