import type { AccountMailbox } from "@frontdesk/sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

let desk: Desk;
let mailbox: AccountMailbox;
const held = () => desk.server.services.mail.pending();
const codeOf = (index: number) => String(100_000 + index * 37);

beforeEach(async () => {
  desk = await openDesk();
  mailbox = await desk.frontdesk.mailboxes.register("signup");
});

describe("aliases of two styles", () => {
  it("get their own codes in both styles at once, none swapped", async () => {
    const styles = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? "plus" : "subdomain"));
    const aliases = styles.map((style) => mailbox.alias({ style }));
    const found = aliases.map((alias) => alias.waitForCode());
    await expect.poll(held).toBe(aliases.length);
    await Promise.all(
      aliases.map(({ address }, index) =>
        desk.server.deliver({ to: address.toUpperCase(), text: `Your code is ${codeOf(index)}.` }),
      ),
    );
    expect((await Promise.all(found)).map(({ code }) => code)).toEqual(aliases.map((_, index) => codeOf(index)));
  });

  it("have a style without a plus sign, if the mailbox's name is a host name", async () => {
    expect(mailbox.alias({ style: "subdomain", tag: "shop" }).address).toBe("shop@signup.desk.example.com");
    expect(mailbox.alias({ tag: "shop" }).address).toBe("signup+shop@desk.example.com");
    const other = await desk.frontdesk.mailboxes.register("a_b");
    expect(() => other.alias({ style: "subdomain" })).toThrow("no host name");
    expect(() => mailbox.alias({ style: "dot" as "plus" })).toThrow('"plus" or "subdomain"');
    expect(() => mailbox.alias({ kind: "plus" } as object)).toThrow("no option `kind`");
  });

  it("without a plus sign never reach the catch-all mailbox, nor reserved names", async () => {
    const caught = await openDesk(undefined, { catchAll: "signup" });
    const box = await caught.frontdesk.mailboxes.register("signup");
    const deliver = (to: string) => caught.server.deliver({ to, text: "Your code is 481220." });
    await deliver("nobody@desk.example.com");
    for (const to of ["x@nobody.desk.example.com", "admin@signup.desk.example.com", "x@www.desk.example.com"])
      await expect(deliver(to)).rejects.toThrow("No mailbox");
    expect(await box.recent()).toHaveLength(1);
  });
});
