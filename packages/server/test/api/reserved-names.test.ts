import { expect, test } from "vitest";
import { ask, open } from "./whole-answer-bed.ts";

test("two servers of one program each reserve the names of their own settings", async () => {
  const desks = [
    await open({ reservedMailboxes: ["boss"], reservedSubdomains: ["status"] }),
    await open({ reservedMailboxes: ["chief"], reservedSubdomains: ["billing"] }),
  ];
  for (let time = 0; time < 2; time++) {
    const reserved = desks.map(async (desk) => {
      const taken: string[] = [];
      for (const name of ["boss", "chief", "status", "billing"])
        for (const path of [`mailbox/check?name=${name}`, `subdomain/check/${name}`])
          if (!(await ask(desk, `GET ${path}`)).available) taken.push(path);
      return taken;
    });
    expect(await Promise.all(reserved)).toEqual([
      ["mailbox/check?name=boss", "subdomain/check/status"],
      ["mailbox/check?name=chief", "subdomain/check/billing"],
    ]);
  }
});
