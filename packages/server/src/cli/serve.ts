import { setFlagsFromString } from "node:v8";
import type { Terminal } from "@frontdesk/basics/command-line";
import { parseOptions } from "../options/options.ts";
import { openServer } from "../server.ts";
import { version } from "../version.ts";
import { toListenError } from "./listen-error.ts";
import { createServerLog } from "./log.ts";
import { createServerCommand, readSettings } from "./settings.ts";
import { waitUntilStopped } from "./stop.ts";
import { toWelcomeLines } from "./welcome.ts";

/**
 * `frontdesk serve`: runs the server until a signal stops it. Confirms the first agent key only once it was printed: until then, the next
 * start replaces the key, which nobody may have seen.
 */
export function serve(terminal: Terminal) {
  return createServerCommand(terminal, {
    name: "serve",
    description:
      "Starts the server. Flags override the environment variables in brackets. " +
      "Three secrets have only a variable: FRONTDESK_SECRET, 32 bytes in base64 that encrypt stored records (generated " +
      "beside a data folder if not set), FRONTDESK_BOOTSTRAP_KEY, the first agent key, and FRONTDESK_CLUSTER_SECRET, " +
      "with which servers of one Redis authenticate each other (generated and kept in Redis if not set). " +
      "A variable's name with _FILE names a file whose first line is the value.",
    examples: [
      "frontdesk serve",
      "frontdesk serve --port 9000 --storage lmdb:./desk",
      "frontdesk serve --port 0 --smtp-port 0 --storage memory: --json",
      "FRONTDESK_MAIL_DOMAIN=mail.example.com frontdesk serve --smtp-host 0.0.0.0 --smtp-port 25",
    ],
  }).action(async (flags) => {
    // Mail arrives in bursts. Recompiling code that V8 has discarded in between costs the next burst about 7 %.
    setFlagsFromString("--no-flush-bytecode");
    const { options, json, warnings } = readSettings(flags, terminal.env);
    // Only the log needs the defaults here: `openServer` adds them itself.
    const log = createServerLog(parseOptions(options));
    const server = await openServer({ ...options, log });
    for (const warning of [...warnings, ...server.warnings]) log.warn(warning);
    const stopped = waitUntilStopped(server, { onSignal: (signal) => log.info("Frontdesk stopping", { signal }) });
    const addresses = await server.listen().catch(async (error: unknown) => {
      await server.close();
      throw toListenError(error, options);
    });
    if (json) terminal.out(JSON.stringify({ ready: true, ...addresses, key: server.key }));
    else for (const line of await toWelcomeLines(server, addresses, { options, terminal })) terminal.out(line);
    await server.confirmKey(); // the first key was shown, so the next start need not replace it
    log.info("Frontdesk started", { version, ...addresses, storage: server.storage });
    await stopped;
    log.info("Frontdesk stopped");
  });
}
