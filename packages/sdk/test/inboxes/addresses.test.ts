import { describe, expect, test } from "vitest";
import { openMailbox } from "../../src/index.ts";

const open = (address: string) =>
  openMailbox({ baseUrl: "http://desk.test", key: "svcm_1", fetch: () => new Promise(() => {}), address });

test.each(["signup", "@desk.test", "signup@", "a b@desk.test", "a@b@desk.test", " a@desk.test", ""])(
  "%j is no address of a mailbox",
  (address) => {
    expect(() => open(address)).toThrow("`address` must be a full email address");
  },
);

describe("an alias", () => {
  test.each([
    ["plus", "sign-up@desk.test", "sign-up+shop@desk.test"],
    ["subdomain", "sign-up@desk.test", "shop@sign-up.desk.test"],
    ["subdomain", "a.b@desk.test", "shop@a.b.desk.test"],
  ] as const)("of the style %s of %s is %s", (style, address, alias) => {
    expect(open(address).alias({ style, tag: "shop" })).toMatchObject({ address: alias, tag: "shop" });
  });

  test.each(["a_b@desk.test", "a.b_c@desk.test", "a_b.c@desk.test", "-a@desk.test"])(
    "of the style subdomain has no address at %s, whose name is no host name",
    (address) => {
      expect(() => open(address).alias({ style: "subdomain" })).toThrow("is no host name");
    },
  );

  test("without a tag has another one each time, in either style", () => {
    const mailbox = open("a@desk.test");
    const tags = [mailbox.alias(), mailbox.alias({}), mailbox.alias({ style: "subdomain" })].map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/);
  });
});
