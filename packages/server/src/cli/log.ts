import { maskTokens } from "@frontdesk/basics";
import { createConsola, type LogLevel } from "consola";
import { pino } from "pino";
import type { Log, LogFields } from "../log.ts";
import type { ServerOptions } from "../options/options.ts";
import { createLineSink, openStderr } from "./line-sink.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals act on
const controlCharacters = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Replaces control characters, because senders and visitors choose parts of the text. Masks credentials. */
function toSafeText(line: string): string {
  return maskTokens(line.replace(controlCharacters, "?"));
}

/** Creates the server's log on stderr: text on a terminal, else lines of JSON. Stdout is for results only. */
export function createServerLog(
  { logLevel, logFormat }: Pick<ServerOptions, "logLevel" | "logFormat">,
  isInteractive = process.stderr.isTTY === true,
  openLines = openStderr,
): Log {
  const isText = logFormat === "auto" ? isInteractive : logFormat === "text";
  return withLevel(isText ? createTextLog(logLevel) : createJsonLog(logLevel, openLines()), logLevel);
}

/** Removes `debug` below that level, so that callers do not even build its lines. */
function withLevel({ debug, ...log }: Required<Log>, level: ServerOptions["logLevel"]): Log {
  return level === "debug" ? { ...log, debug } : log;
}

/** Creates a log that writes one JSON object a line. Masks credentials in messages and fields. */
function createJsonLog(level: ServerOptions["logLevel"], fd: number): Required<Log> {
  // Written synchronously, because the last lines before a crash matter most.
  const log = pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, messageKey: "message" },
    createLineSink(fd),
  );
  return {
    debug: (message, fields) => log.debug(maskFields(fields), maskTokens(message)),
    info: (message, fields) => log.info(maskFields(fields), maskTokens(message)),
    warn: (message, fields) => log.warn(maskFields(fields), maskTokens(message)),
    error: (message, error) => log.error({ err: error }, maskTokens(message)),
  };
}

/** Levels of the library by log level. */
const levels = { error: 0, warn: 1, info: 3, debug: 4 } satisfies Record<ServerOptions["logLevel"], LogLevel>;

/** Creates a log for people at a terminal. Replaces control characters. */
function createTextLog(level: ServerOptions["logLevel"]): Required<Log> {
  const log = createConsola({ level: levels[level], stdout: process.stderr, stderr: process.stderr });
  return {
    debug: (message, fields) => log.debug(toSafeText(message + toFieldText(fields))),
    info: (message, fields) => log.info(toSafeText(message + toFieldText(fields))),
    warn: (message, fields) => log.warn(toSafeText(message + toFieldText(fields))),
    error: (message, error) => log.error(toSafeText(message), error),
  };
}

/** Masks credentials in the text fields. */
function maskFields(fields: LogFields = {}): LogFields {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "string" ? maskTokens(value) : value]),
  );
}

/** Returns the fields as ` name=value`, each with a space before it. */
function toFieldText(fields: LogFields = {}): string {
  return Object.entries(fields)
    .map(([name, value]) => ` ${name}=${value}`)
    .join("");
}
