import { styleText } from "node:util";
import { maskTokens } from "@frontdesk/basics";
import { replaceControls } from "@frontdesk/basics/command-line";
import { pino } from "pino";
import type { Log } from "../log.ts";
import type { ServerOptions } from "../options/options.ts";
import { createLineSink, type LineSink, openStderr } from "./line-sink.ts";

/**
 * Creates the server's log on stderr: text on a terminal, else lines of JSON. Stdout is for results only. Masks credentials. Lines
 * of `debug` and `info` that the level hides are not even masked.
 * Tests pass `isInteractive` and `openOutput`, which returns the file descriptor for JSON.
 */
export function createServerLog(
  { logLevel, logFormat }: Pick<ServerOptions, "logLevel" | "logFormat">,
  isInteractive = process.stderr.isTTY === true,
  openOutput = openStderr,
): Log {
  const isText = logFormat === "auto" ? isInteractive : logFormat === "text";
  const log = pino(
    {
      level: logLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: "message",
      serializers: { err: toLoggedError },
    },
    isText ? createTextSink() : createLineSink(openOutput()),
  );
  const ignoreLine = () => {};
  return {
    // `debug` is missing at other levels, so that callers do not even build its lines.
    ...(logLevel === "debug" && { debug: (message, fields) => log.debug(maskFields(fields), maskTokens(message)) }),
    info: log.isLevelEnabled("info")
      ? (message, fields) => log.info(maskFields(fields), maskTokens(message))
      : ignoreLine,
    warn: (message, fields) => log.warn(maskFields(fields), maskTokens(message)),
    error: (message, error) => log.error({ err: error }, maskTokens(message)),
  };
}

/** Returns an error as a log line has it, without credentials: its message and stack may quote what a client has sent. */
function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? maskTokens(error) : error;
  const parts = error instanceof AggregateError ? { aggregateErrors: error.errors.map(toLoggedError) } : {};
  return { ...maskFields(pino.stdSerializers.err(error)), ...parts };
}

/** Masks credentials in the text fields of a log line or of an error. */
function maskFields(fields: object = {}): object {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "string" ? maskTokens(value) : value]),
  );
}

type Color = "gray" | "cyan" | "yellow" | "red";

/** Names and colours of pino's levels. */
const styleByLevel: Record<number, readonly [name: string, color: Color]> = {
  20: ["debug", "gray"],
  30: ["info", "cyan"],
  40: ["warn", "yellow"],
  50: ["error", "red"],
};

/** Creates a destination that prints pino's lines for people: time, level, message, fields, and the stack of an error. */
function createTextSink(): LineSink {
  const hasColors = process.stderr.isTTY && process.stderr.hasColors();
  // `styleText` would look at stdout; `hasColors` has looked at stderr.
  const style = (color: Color, text: string) => (hasColors ? styleText(color, text, { validateStream: false }) : text);
  return {
    /** Prints one of pino's JSON lines as text. Escapes control characters, which could change the terminal. */
    write(json) {
      const { level, time, pid: _, message, err, ...fields } = JSON.parse(json);
      const [name, color] = styleByLevel[level]!; // has all four levels that the log writes
      const fieldText = Object.entries(fields).map(([field, value]) => ` ${field}=${value}`);
      const line = [
        style("gray", new Date(time).toTimeString().slice(0, "hh:mm:ss".length)),
        style(color, name.padEnd(5)),
        toSafeText(message) + style("gray", toSafeText(fieldText.join(""))),
      ].join(" ");
      const stack: string[] = err === undefined ? [] : String(err?.stack ?? err).split("\n");
      const indentedStack = stack.map((stackLine) => `  ${toSafeText(stackLine)}`);
      process.stderr.write(`${[line, ...indentedStack].join("\n")}\n`);
    },
  };
}

/** Replaces control characters, because senders and visitors choose parts of the text. Masks credentials, also of stacks. */
const toSafeText = (text: string) => maskTokens(replaceControls(text));
