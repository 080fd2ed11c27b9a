import type { Transcript } from "./agent.ts";
import { mailTranscripts, smsTranscripts } from "./codes.ts";
import { limitTranscripts } from "./limits.ts";
import { mistakeTranscripts } from "./mistakes.ts";
import { tunnelTranscripts } from "./tunnels.ts";

/** Every task, in the order of their numbers. */
export const transcripts: Transcript[] = [
  ...mailTranscripts,
  ...smsTranscripts,
  ...tunnelTranscripts,
  ...limitTranscripts,
  ...mistakeTranscripts,
].sort((one, other) => one.number - other.number);
