import { expect, test } from "vitest";
import { call } from "./call.ts";

test.each(["-5", "soon", " ", "", "NaN", "1h"])("--timeout %j is rejected before any request", async (timeout) => {
  const env = { FRONTDESK_KEY: "svcagt_TestTestTestTestTestTest1234", FRONTDESK_URL: "http://127.0.0.1:9" };
  const { code, err } = await call(["code", "signup", `--timeout=${timeout}`], env);
  expect([code, err.split("\n")[0]]).toEqual([2, expect.stringContaining("--timeout must be a number of seconds")]);
});
