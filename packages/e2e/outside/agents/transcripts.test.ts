import { expect, test } from "vitest";
import { play } from "../../test/mcp/transcripts/agent.ts";
import { transcripts } from "../../test/mcp/transcripts/index.ts";

const cases = transcripts.map((transcript) => [transcript.number, transcript.title, transcript] as const);

test.each(cases)("%i: an agent %s", async (_number, _title, transcript) => {
  const { calls, tokens, deadEnds, record } = await play(transcript);
  expect(calls).toBeLessThanOrEqual(transcript.calls);
  expect(tokens).toBeLessThanOrEqual(transcript.tokens);
  expect(deadEnds).toBe(0);
  await expect(record).toMatchFileSnapshot(
    `../../test/mcp/golden/transcripts/${String(transcript.number).padStart(2, "0")}.txt`,
  );
});
