import * as v from "valibot";

/** The longest line of a control connection in bytes; a longer one ends the connection. */
const FRAME_LIMIT = 16 * 1024;

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit));
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096));

const rules = v.object({
  /** The `Host` that the app is to see; absent, it sees the visitor's. */
  hostHeader: v.optional(v.pipe(text(255), v.regex(/^[A-Za-z0-9.:[\]_-]+$/))),
  /** The app speaks HTTPS, so its own addresses begin so. */
  https: v.optional(v.boolean()),
  /** SHA-256, in hex, of the `user:password` that a visitor must give. */
  basicAuth: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  /** Addresses or CIDR blocks that may visit; absent, everyone may. */
  allowIp: v.optional(v.pipe(v.array(text(64)), v.maxLength(64))),
  /** Search engines may list what is there. */
  indexable: v.optional(v.boolean()),
});

const agentFrame = v.variant("type", [
  v.object({
    type: v.literal("hello"),
    agent: text(100),
    share: v.boolean(),
    rules,
    /** The session that a lost control connection belonged to, to take it up again. */
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
    /** Milliseconds; each side says something at least this often. */
    heartbeat: v.pipe(v.number(), v.minValue(10)),
  }),
  v.object({ type: v.literal("ping") }),
  v.object({ type: v.literal("pong") }),
  v.object({ type: v.literal("dial"), count }),
  v.object({ type: v.literal("drain") }),
  v.object({ type: v.literal("closed"), reason: v.picklist(["replaced", "renewed", "deleted"]) }),
]);

/** What an agent asks of the tunnel it opens. */
export type Rules = v.InferOutput<typeof rules>;
/** A line from the agent to the edge. */
export type AgentFrame = v.InferOutput<typeof agentFrame>;
/** A line from the edge to the agent. */
export type EdgeFrame = v.InferOutput<typeof edgeFrame>;

/** One line of JSON, with its line end. */
export function encodeFrame(frame: AgentFrame | EdgeFrame): string {
  return `${JSON.stringify(frame)}\n`;
}

/** Reads the agent's lines. The function takes bytes as they arrive and throws on anything that is no frame. */
export function createAgentFrameReader(onFrame: (frame: AgentFrame) => void): (bytes: Buffer) => void {
  return createLineReader((line) => {
    const parsed = v.safeParse(agentFrame, JSON.parse(line));
    if (!parsed.success) throw new Error("not a frame of an agent");
    onFrame(parsed.output);
  });
}

/** Reads the edge's lines; frames of a type this version does not know are skipped, so that an edge may be newer. */
export function createEdgeFrameReader(onFrame: (frame: EdgeFrame) => void): (bytes: Buffer) => void {
  return createLineReader((line) => {
    const parsed = v.safeParse(edgeFrame, JSON.parse(line));
    if (parsed.success) onFrame(parsed.output);
  });
}

function createLineReader(onLine: (line: string) => void): (bytes: Buffer) => void {
  let rest = "";
  return (bytes) => {
    rest += bytes.toString("latin1");
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (line.length > FRAME_LIMIT) throw new Error("control line too long");
      onLine(Buffer.from(line, "latin1").toString("utf8"));
    }
    if (rest.length > FRAME_LIMIT) throw new Error("control line too long");
  };
}
