import {
  CommandError,
  processTerminal,
  run,
  stopOnClosedOutput,
  type Terminal,
  UsageError,
} from "@frontdesk/basics/command-line";
import { createFrontdesk, FrontdeskError } from "@frontdesk/sdk";
import { listTools } from "./serve/build-server.ts";
import { createMcpCommand, toMcpSettings } from "./state/settings.ts";
import { createState } from "./state/state.ts";
import { isKey, redact } from "./text/secrets.ts";
import { tools } from "./tools/index.ts";
import { version } from "./version.ts";

stopOnClosedOutput();
const exitCode = await run(
  createProgram,
  process.argv.slice(2),
  { ...processTerminal, err: log },
  { version, explain },
);
// Nothing that is still open, such as a server that has begun to listen, may keep a failed process running.
if (exitCode !== 0) process.exit(exitCode);

/** Creates the command `frontdesk-mcp`: serves over stdio or HTTP, or with `--check` or `--print-tools` prints and exits. */
function createProgram(terminal: Terminal) {
  return createMcpCommand(terminal).action(async ({ printTools, check, ...flags }) => {
    const settings = toMcpSettings(
      flags,
      terminal.env,
      tools.map(({ name }) => name),
    );
    if (check) return terminal.out(await checkAccount(settings));
    const state = createState(settings);
    if (printTools) return terminal.out(JSON.stringify(listTools(state), null, 2));
    // An error above rejects this action, and `log` redacts its message. A server can also crash outside of the action.
    redactCrashes(settings.key);
    const context = { log, exit: (code: number) => process.exit(code) };
    if (settings.http !== undefined) return (await import("./serve/http.ts")).runHttp(state, context);
    return (await import("./serve/stdio.ts")).runStdio(state, context);
  });
}

/** Checks the key with a request. Returns the account as a sentence. @throws CommandError with exit code 1, or 4 without a response */
async function checkAccount({ baseUrl, key }: { baseUrl: string; key: string }): Promise<string> {
  if (key === "") throw new UsageError("Set FRONTDESK_KEY or --key-file to an agent key (svcagt_…)");
  if (!isKey(key))
    throw new UsageError(
      "FRONTDESK_KEY (or --key-file) contains a character that no key has. Copy the whole key, and nothing else.",
    );
  try {
    // Without retries, so that a failure shows within the time limit.
    const frontdesk = createFrontdesk({ retries: false, baseUrl, key });
    const { account, agent_token } = await frontdesk.account({ timeout: 10_000 });
    return `${baseUrl} is up; account ${account.name}, scopes ${agent_token.scopes ?? "all"}`;
  } catch (cause) {
    if (cause instanceof FrontdeskError && cause.status === 401)
      throw new CommandError("The server does not accept the key.", { cause });
    if (cause instanceof FrontdeskError)
      throw new CommandError(`${baseUrl} responded with status ${cause.status}: ${cause.message}`, { cause });
    throw new CommandError(`${baseUrl} did not respond.`, { exitCode: 4, cause });
  }
}

/** Logs a crash without secrets, which Node's own report could print, and exits. */
function redactCrashes(key: string): void {
  process.on("uncaughtException", (error) => {
    log(`crashed: ${redact(`${error.name}: ${error.message}`, [key])}`);
    process.exit(1);
  });
}

/** Returns the message of an unexpected error without its stack: the client shows it to a person or an agent. */
function explain(error: Error) {
  // `null`: the message of a CommandError is printed as it is.
  return error instanceof CommandError ? null : { message: `failed: ${error.name}: ${error.message}`, code: 1 };
}

function log(line: string): void {
  process.stderr.write(`frontdesk-mcp: ${redact(line, [process.env.FRONTDESK_KEY ?? ""])}\n`);
}
