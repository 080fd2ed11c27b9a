import { expect, test } from "vitest";
import { openAccount, response } from "./account.ts";

/** Requests a code of an authenticator with a period of 30 s. Returns how many requests that took. */
async function requestCode(minValidity: number): Promise<number> {
  let count = 0;
  const { Authenticator } = await openAccount(async ({ url }) => {
    if (url.endsWith("/code")) count++;
    return Response.json({ ...response, valid_for: 28 });
  });
  await Authenticator.code({ minValidity });
  return count;
}

test.each([0, 1, 28])("a code may be requested that is still valid for %i s", async (seconds) => {
  expect(await requestCode(seconds)).toBe(1);
});

// A code loses up to two of its 30 seconds on its way.
test.each([-1, 28.5, 29, Number.NaN])("no code is valid for %s s", async (seconds) => {
  await expect(requestCode(seconds)).rejects.toThrow(
    new RangeError("minValidity must be from 0 to 28 seconds: a code of github is valid for 30."),
  );
});
