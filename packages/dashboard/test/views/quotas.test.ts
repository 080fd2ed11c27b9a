import { expect, test } from "vitest";
import { toQuotas } from "../../src/views/account.tsx";
import { signedInWith } from "../view.ts";

/** Returns the account's quotas, as "name: used of limit", on a server of this edition. */
function quotasOn(edition: string) {
  const limits = { mailboxes: 5, sms_tokens: 2, subdomains: null, agent_keys: 10 };
  const usage = { mailboxes: 1, sms_tokens: 2, subdomains: 3, agent_keys: 4 };
  const signedIn = signedInWith(null, { edition });
  Object.assign(signedIn.account, { limits, usage });
  return toQuotas(signedIn).map(({ name, used, limit }) => `${name}: ${used} of ${limit}`);
}

test("the quotas are those of the records that the server's edition has", () => {
  expect(quotasOn("later")).toEqual([
    "Mailboxes: 1 of 5",
    "SMS inboxes: 2 of 2",
    "Tunnels: 3 of null",
    "Authenticators: 0 of null",
    "Agent keys: 4 of 10",
  ]);
  expect(quotasOn("earlier")).toEqual(["Mailboxes: 1 of 5", "Tunnels: 3 of null", "Agent keys: 4 of 10"]);
});
