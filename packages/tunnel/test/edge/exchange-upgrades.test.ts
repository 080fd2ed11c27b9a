import { expect, test } from "vitest";
import { answer, setUp } from "./exchange-fakes.ts";

test("what a visitor has sent while its upgrade was asked for reaches the app after the upgrade", () => {
  const bed = setUp({ upgrading: true });
  bed.start();
  bed.upgraded.pause();
  bed.app().onHead(answer(101));
  expect(bed.upgraded.isPaused()).toBe(false);
});

test("a visitor's body is read on when the app accepts bytes again, each time", () => {
  let resumes = 0;
  const bed = setUp({ method: "POST", body: { resume: () => resumes++ } });
  bed.start();
  for (const expected of [1, 2]) {
    bed.app().onAppDrain();
    expect(resumes).toBe(expected);
  }
});
