import { ToolFailure } from "./failure.ts";
import { fencePart, type UntrustedMessage } from "./fence.ts";

/** Returns one part of a message as fenced text. @throws ToolFailure if there is no such part */
export function readPart(message: UntrustedMessage, part: number, tool: string): string {
  const { text, parts } = fencePart(message, part, tool);
  if (part <= parts) return text;
  throw new ToolFailure(
    "not_found",
    `The message has ${parts} part${parts === 1 ? "" : "s"}; there is no part ${part}.`,
    {
      tool,
      hint: "with part 1",
    },
  );
}
