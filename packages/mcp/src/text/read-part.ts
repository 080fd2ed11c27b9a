import { ToolFailure } from "./failure.ts";
import { type FencedPart, fencePart, type UntrustedMessage } from "./fence.ts";

/** Returns one part of a message as fenced text. @throws ToolFailure if there is no such part */
export function readPart(message: UntrustedMessage, part: number, tool: string): string {
  return requirePart(fencePart(message, part, tool), part, { tool, kind: "message" });
}

/**
 * Returns the text of part number `part`, if the message or request has that many (`parts`). `tool` names the tool to call again.
 * @throws ToolFailure if there is no such part
 */
export function requirePart(
  { text, parts }: FencedPart,
  part: number,
  { tool, kind }: { tool: string; kind: "message" | "request" },
): string {
  if (part <= parts) return text;
  const message = `The ${kind} has ${parts} part${parts === 1 ? "" : "s"}; there is no part ${part}.`;
  throw new ToolFailure("not_found", message, { tool, hint: "with part 1" });
}
