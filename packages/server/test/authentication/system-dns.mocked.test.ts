import { beforeEach, expect, test, vi } from "vitest";
import { createMailAuthentication } from "../../src/authentication/mail-authentication.ts";
import { collect, compose } from "./mails.ts";

/** The settings of the system's resolvers, and what they are asked. */
const dns = vi.hoisted(() => ({ settings: [] as unknown[], lookups: [] as string[] }));
vi.mock("node:dns/promises", () => ({
  Resolver: class {
    constructor(settings: object) {
      dns.settings.push(settings);
    }
    async resolve(name: string, type: string) {
      dns.lookups.push(`${name} ${type}`);
      const records: Record<string, unknown> = {
        "shop.example TXT": [["v=spf1 exists:%{r}.check.shop.example -all"]],
        "desk.example.check.shop.example A": ["192.0.2.9"],
      };
      if (records[`${name} ${type}`]) return records[`${name} ${type}`];
      throw Object.assign(new Error("There is none"), { code: "ENODATA" });
    }
    cancel() {}
  },
}));

beforeEach(() => {
  dns.settings.length = 0;
  dns.lookups.length = 0;
});

test("the system's name servers are asked twice, for two seconds each, and are told the name of this server", async () => {
  const { check, close } = createMailAuthentication({ receiver: "desk.example", now: Date.now });
  const evidence = collect(await compose({ signedBy: null }));
  if (evidence === null) throw new Error("The header was too long");
  const [envelopeSender, shownSender] = ["bounce@shop.example", "Shop <no-reply@shop.example>"];
  expect(await check({ evidence, clientIp: "192.0.2.1", envelopeSender, shownSender })).toMatchObject({
    verdict: "pass",
  });
  expect(dns.settings).toEqual([{ timeout: 2_000, tries: 2 }]);
  expect(dns.lookups).toContain("desk.example.check.shop.example A");
  close();
});
