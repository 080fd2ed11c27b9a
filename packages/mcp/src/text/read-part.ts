import { ToolFailure } from "./failure.ts";
import { type OutsideMessage, toFencedPart } from "./fence.ts";

/** One part of a message, as the tools that read one answer. @throws ToolFailure where there is no such part. */
export function readPart(message: OutsideMessage, part: number, tool: string): string {
  const { text, parts } = toFencedPart(message, part, tool);
  if (part <= parts) return text;
  throw new ToolFailure("not_found", `It has ${parts} part${parts === 1 ? "" : "s"}; there is no part ${part}.`, {
    tool,
    hint: "with part 1",
  });
}
