import { setFlagsFromString } from "node:v8";
import { command } from "@frontdesk/cli/framework";
import { parseOptions } from "../options/options.ts";
import { openServer } from "../server.ts";
import { version } from "../version.ts";
import { toListenError } from "./listen-error.ts";
import { createServerLog } from "./log.ts";
import { commonFlags, readSettings, settingFlags } from "./settings.ts";
import { waitUntilStopped } from "./stop.ts";
import { toWelcomeLines } from "./welcome.ts";

/** `frontdesk serve`: runs the server until a signal stops it. */
export const serve = command({
  name: "frontdesk serve",
  description:
    "Starts the server. Flags override the environment variables in brackets. " +
    "Two secrets have only a variable: FRONTDESK_BOOTSTRAP_KEY, the first agent key, and FRONTDESK_CLUSTER_SECRET, " +
    "with which servers of one Redis authenticate each other (generated and kept in Redis if not set). " +
    "A variable's name with _FILE names a file whose first line is the value.",
  args: { ...settingFlags, ...commonFlags },
  examples: [
    "frontdesk serve",
    "frontdesk serve --port 9000 --storage lmdb:./desk",
    "frontdesk serve --port 0 --smtp-port 0 --storage memory: --json",
    "FRONTDESK_MAIL_DOMAIN=mail.example.com frontdesk serve --smtp-host 0.0.0.0 --smtp-port 25",
  ],
  async run(args, terminal) {
    // Mail arrives in bursts. Recompiling code that V8 has discarded in between costs the next burst about 7 %.
    setFlagsFromString("--no-flush-bytecode");
    const { options, json, warnings } = readSettings(args, terminal.env);
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
    await server.confirmKey();
    log.info("Frontdesk started", { version, ...addresses, storage: server.storage });
    await stopped;
    log.info("Frontdesk stopped");
  },
});
