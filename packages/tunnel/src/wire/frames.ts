import * as v from "valibot";

/** Maximum length of a line on a control connection; a longer one ends the connection. */
const MAX_LINE_BYTES = 16 * 1024;

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit));
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096));

const rules = v.object({
  /** The `Host` that the app sees; the visitor's own if absent. */
  hostHeader: v.optional(v.pipe(text(255), v.regex(/^[A-Za-z0-9.:[\]_-]+$/))),
  /** The app uses HTTPS, so its own URLs begin with https://. */
  https: v.optional(v.boolean()),
  /** SHA-256 in hex of the `user:password` that visitors must send. */
  basicAuth: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  /** IP addresses and CIDR blocks of allowed visitors; all are allowed if absent. */
  allowIp: v.optional(v.pipe(v.array(text(64)), v.maxLength(64))),
  /** Search engines may index the app. */
  indexable: v.optional(v.boolean()),
});

const clientFrame = v.variant("type", [
  v.object({
    type: v.literal("hello"),
    agent: text(100),
    share: v.boolean(),
    rules,
    /** The session to resume after the control connection was lost. */
    resume: v.optional(v.object({ session: text(200), secret: text(200) })),
  }),
  v.object({ type: v.literal("ping") }),
  v.object({ type: v.literal("pong") }),
  v.object({ type: v.literal("undialed"), count }),
  v.object({ type: v.literal("bye") }),
]);

const edgeFrame = v.variant("type", [
  v.object({
    type: v.literal("welcome"),
    session: text(200),
    secret: text(200),
    url: text(500),
    /** Interval in milliseconds within which each side sends something. */
    heartbeat: v.pipe(v.number(), v.minValue(10)),
  }),
  v.object({ type: v.literal("ping") }),
  v.object({ type: v.literal("pong") }),
  v.object({ type: v.literal("dial"), count }),
  v.object({ type: v.literal("drain") }),
  v.object({ type: v.literal("closed"), reason: v.picklist(["replaced", "renewed", "deleted"]) }),
]);

/** The owner's rules for a tunnel, as the client sends them. */
export type TunnelRules = v.InferOutput<typeof rules>;
/** A line from the tunnel client to the edge. */
export type ClientFrame = v.InferOutput<typeof clientFrame>;
/** A line from the edge to the tunnel client. */
export type EdgeFrame = v.InferOutput<typeof edgeFrame>;

/** Encodes a frame as a line of JSON. */
export function encodeFrame(frame: ClientFrame | EdgeFrame): string {
  return `${JSON.stringify(frame)}\n`;
}

/** Creates a parser for the client's lines. It takes bytes as they arrive and throws if a line is not a valid frame. */
export function createClientFrameReader(onFrame: (frame: ClientFrame) => void): (bytes: Buffer) => void {
  return createLineReader((line) => {
    const parsed = v.safeParse(clientFrame, JSON.parse(line));
    if (!parsed.success) throw new Error("not a frame of a tunnel client");
    onFrame(parsed.output);
  });
}

/** Creates a parser for the edge's lines. Skips frames of unknown types, because the edge may be newer. */
export function createEdgeFrameReader(onFrame: (frame: EdgeFrame) => void): (bytes: Buffer) => void {
  return createLineReader((line) => {
    const parsed = v.safeParse(edgeFrame, JSON.parse(line));
    if (parsed.success) onFrame(parsed.output);
  });
}

/**
 * Creates a function that splits bytes into lines and calls `onLine` with each. It throws on a line that is too long, even before its
 * end has arrived, so that it cannot fill the memory.
 */
function createLineReader(onLine: (line: string) => void): (bytes: Buffer) => void {
  // What follows the last line break, one latin1 character for each byte: a read may end inside a character of UTF-8.
  let rest = "";
  return (bytes) => {
    rest += bytes.toString("latin1");
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (line.length > MAX_LINE_BYTES) throw new Error("control line too long");
      onLine(Buffer.from(line, "latin1").toString("utf8"));
    }
    if (rest.length > MAX_LINE_BYTES) throw new Error("control line too long");
  };
}
