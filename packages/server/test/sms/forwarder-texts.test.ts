import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ForwarderTarget } from "../../src/sms/forwarders/forwarder.ts";
import { type ForwarderName, forwarders, warningsOf } from "../../src/sms/forwarders/index.ts";

const known = { url: "https://desk.test", token: "svcsms_key", id: "sms1" };
const targets: [string, ForwarderTarget][] = [
  ["one number", { ...known, phones: ["5550123456"] }],
  ["two numbers, and an inbox whose id is not known", { ...known, id: null, phones: ["5550123456", "5550987654"] }],
];

/** Returns all that a person is shown who sets up the app. */
function toText(name: ForwarderName): string {
  const forwarder = forwarders[name];
  const setups = targets.flatMap(([what, target]) => [`== With ${what}`, ...forwarder.setup(target)]);
  return [`${forwarder.title} (${forwarder.platform})`, ...setups, "== Warnings", ...warningsOf(forwarder), ""].join(
    "\n",
  );
}

test.each(Object.keys(forwarders) as ForwarderName[])(
  "a person who sets up %s is shown each step and warning",
  (name) => {
    const golden = new URL(`./golden/${name}.txt`, import.meta.url);
    expect(toText(name)).toBe(readFileSync(golden, "utf8"));
  },
);
