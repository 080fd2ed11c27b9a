import { expect, onTestFinished, test, vi } from "vitest";
import { trackLatestStart } from "../src/vitest/track-latest-start.ts";

test("the hook that a fixture is set up for began before the set-up, each later one when it reads the fixture", () => {
  let now = 100;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const context = {} as { mailbox: string };
  const latestStart = trackLatestStart(context, "mailbox");
  context.mailbox = "the fixture";
  const starts = [200, 300].map((time) => {
    now = time;
    return [context.mailbox, latestStart()];
  });
  expect(starts).toEqual([
    ["the fixture", 100],
    ["the fixture", 300],
  ]);
});
