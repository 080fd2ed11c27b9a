import { expect, test } from "vitest";
import { call } from "./call.ts";

test.each(["bash", "zsh"])("the completion script of %s calls the command with the typed words", async (shell) => {
  const { code, out, err } = await call(`completions ${shell}`, {});
  expect([code, err]).toEqual([0, []]);
  await expect(`${out.join("\n")}\n`).toMatchFileSnapshot(`completions.${shell}.txt`);
});
