import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import type { ResolveDns } from "../../src/authentication/bounded-resolver.ts";
import { createMailAuthentication } from "../../src/authentication/mail-authentication.ts";
import { collect, compose, keyRecord, resolverOf } from "./mails.ts";

const { resolveDns } = resolverOf({ "s1._domainkey.shop.example TXT": keyRecord });
const mail = await compose();
let networks = 0;

test.each<[string, ResolveDns]>([
  ["passes", resolveDns],
  ["fails because DNS does", () => Promise.reject(new Error("broken"))],
])(
  "a check that %s leaves nothing",
  async (_, resolve) => {
    const authentication = createMailAuthentication({ receiver: "desk.example", resolveDns: resolve, now: Date.now });
    await leavesNothing(async () => {
      const evidence = collect(mail);
      if (evidence === null) throw new Error("The mail is too long");
      const clientIp = `198.51.${(networks >> 8) & 255}.${networks++ & 255}`;
      await authentication.check({
        evidence,
        clientIp,
        envelopeSender: "",
        shownSender: "Shop <no-reply@shop.example>",
      });
    });
    authentication.close();
  },
  60_000,
);
