import { expect } from "vitest";
import type { CreateServerOptions } from "../../src/options/options.ts";
import { type Check, type Checks, countPassing, open } from "./check.ts";

const tries = 5;

/** How many of five things the account may have, until it hears that there are too many. */
async function countRegistered(options: CreateServerOptions, path: string, toBody: (at: number) => object) {
  const desk = await open(options);
  return countPassing(tries, async (at) => {
    const { status, body } = await desk.call("POST", path, { body: toBody(at) });
    if (status !== 200) expect([status, body.code]).toEqual([403, "limit_reached"]);
    return status === 200;
  });
}

/** A number of things that an account has without extras. */
function bounds(name: "freeMailboxes" | "freeSmsInboxes", path: string, toBody: (at: number) => object): Check {
  return async () => {
    for (const free of [0, 2, 3]) expect(await countRegistered({ [name]: free }, path, toBody)).toBe(free);
  };
}

/** A limit that 0 switches off; the account has `before` of the things from the beginning. */
function limits(
  name: "subdomainsPerAccount" | "agentKeysPerAccount" | "webhooksPerAccount" | "authenticatorsPerAccount",
  path: string,
  toBody: (at: number) => object,
  before = 0,
): Check {
  return async () => {
    for (const most of [2, 3]) expect(await countRegistered({ [name]: most }, path, toBody)).toBe(most - before);
    expect(await countRegistered({ [name]: 0 }, path, toBody)).toBe(tries);
  };
}

const toName = (at: number) => ({ name: `name${at}` });

/** What an account may have. */
export const accountChecks = {
  freeMailboxes: bounds("freeMailboxes", "mailbox/register", toName),
  freeSmsInboxes: bounds("freeSmsInboxes", "sms/register", () => ({})),
  subdomainsPerAccount: limits("subdomainsPerAccount", "subdomain/register", toName),
  // The first key is one of them.
  agentKeysPerAccount: limits("agentKeysPerAccount", "agent-tokens/create", toName, 1),
  authenticatorsPerAccount: limits("authenticatorsPerAccount", "authenticators/register", () => ({
    secret: "JBSWY3DP",
  })),
  webhooksPerAccount: limits("webhooksPerAccount", "webhooks/register", () => ({ url: "https://app.example/hook" })),

  async reservedMailboxes() {
    const register = async (options: CreateServerOptions, name: string) => {
      const desk = await open(options);
      const check = await desk.call("GET", `mailbox/check?name=${name}`, { token: null });
      const { status, body } = await desk.call("POST", "mailbox/register", { body: { name } });
      return [check.body.reason ?? "free", status, body.code];
    };
    expect(await register({ reservedMailboxes: ["billing"] }, "billing")).toEqual(["reserved", 409, "already_taken"]);
    expect(await register({ reservedMailboxes: ["billing"] }, "abuse")).toEqual(["free", 200, undefined]);
    expect(await register({}, "billing")).toEqual(["free", 200, undefined]);
    expect(await register({}, "abuse")).toEqual(["reserved", 409, "already_taken"]);
  },

  async reservedSubdomains() {
    const register = async (options: CreateServerOptions, name: string) => {
      const desk = await open(options);
      const check = await desk.call("GET", `subdomain/check/${name}`, { token: null });
      const { status, body } = await desk.call("POST", "subdomain/register", { body: { name } });
      return [check.body.reason ?? "free", status, body.code];
    };
    expect(await register({ reservedSubdomains: ["billing"] }, "billing")).toEqual(["reserved", 409, "already_taken"]);
    expect(await register({ reservedSubdomains: ["billing"] }, "www")).toEqual(["free", 200, undefined]);
    expect(await register({}, "billing")).toEqual(["free", 200, undefined]);
    expect(await register({}, "www")).toEqual(["reserved", 409, "already_taken"]);
  },
} satisfies Checks;
