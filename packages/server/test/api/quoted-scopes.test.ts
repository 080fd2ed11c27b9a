import { scopes as allScopes } from "@frontdesk/contract";
import { expect, test } from "vitest";
import { parseScopes } from "../../src/handlers/agent-keys.ts";
import type { ServerOptions } from "../../src/options/options.ts";

const options = { edition: "later" } as ServerOptions; // No other option matters.
const parse = (list: string | null) => parseScopes(list, { options });
const a = (count: number) => "a".repeat(count);
const capitals = (count: number) => "A".repeat(count);

/** What is quoted in the error, because it looks like words or an abbreviation, and what may be a credential beside it. */
test.each<[quoted: string, hidden: string]>([
  [a(20), a(21)],
  [`A${a(20)}`, `A${a(21)}`],
  [`AB`, `ABa`],
  ["one two:three-four", "one two:three-four.five"],
  [`one:${a(20)}`, `one:${a(21)}`],
  [`one:B${a(20)}`, `one:B${a(21)}`],
  ["one_two", "one/two"],
  ["*", "**"],
  ["one:*", "one:1"],
  [capitals(14), capitals(15)],
  [`ONE:${capitals(14)}`, `ONE:${capitals(15)}`],
  ["ONE:TWO_THREE.FOUR", "ONE:TWO_THREE.FOUR:FIVE"],
  ["ONE:*", "ONE *"],
  ["ONE:TWO", "ONE-TWO"],
  ["sv", "svc"],
  ["avc", "Svcm"],
])("the unknown scope %j is named in the error, and %j is not", (quoted, hidden) => {
  const others = `which is not one of ${allScopes.join(", ")}.`;
  expect(() => parse(quoted)).toThrow(`\`scopes\` names ${JSON.stringify(quoted)}, ${others}`);
  expect(() => parse(hidden)).toThrow(`\`scopes\` names something, ${others}`);
});

test("the first scope that is unknown is named, wherever it stands", () => {
  expect(() => parse("sms:read,other,another")).toThrow('`scopes` names "other", which');
  expect(() => parse("sms:read,")).toThrow("`scopes` names something, which");
});

test("scopes are in one order and each once, however they are listed, and no list is all of them", () => {
  expect(parse(" sms:read ,mailbox:read,sms:read")).toEqual(
    allScopes.filter((scope) => scope === "mailbox:read" || scope === "sms:read"),
  );
  expect(parse(null)).toBeNull();
});

test("the earlier edition knows only the scopes that one of its operations needs", () => {
  const earlier = { options: { edition: "earlier" } as ServerOptions };
  const known = allScopes.filter((scope) => /^(?:subdomain|mailbox|token):/.test(scope));
  for (const scope of allScopes) {
    const read = () => parseScopes(scope, earlier);
    if (known.includes(scope)) expect(read()).toEqual([scope]);
    else expect(read).toThrow(`which is not one of ${known.join(", ")}.`);
  }
});
