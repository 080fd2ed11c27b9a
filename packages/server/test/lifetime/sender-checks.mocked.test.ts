import { expect, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";
import { collect, compose } from "../authentication/mails.ts";

const opened = vi.hoisted(() => [] as { receiver: string; onFailure(why: string): void }[]);
/** Until when the DNS responses hold that a check is based on. */
const dns = vi.hoisted(() => ({ until: 0 }));
vi.mock("../../src/authentication/threaded-authentication.ts", () => ({
  createThreadedAuthentication(options: (typeof opened)[number]) {
    opened.push(options);
    return { check: async () => ({ verdict: "pass", until: dns.until }), close() {} };
  },
}));

test("senders are checked in the name of the mail domain, and the log says when the checks fail, and why", async () => {
  const lines: unknown[] = [];
  const log = { info() {}, warn: (...line: unknown[]) => void lines.push(line), error() {} };
  const desk = await openDesk({ mailDomain: "mail.test", log });
  expect(opened.map(({ receiver }) => receiver)).toEqual(["mail.test"]);
  lines.length = 0;
  opened[0]?.onFailure("out of memory");
  await desk.server.close();
  expect(lines).toEqual([["Authentication of senders failed; it starts again in a minute", { why: "out of memory" }]]);
});

test("a verdict on a sender is remembered for as long as DNS says, by the clock of the machine, which the checks have", async () => {
  const { server } = await openDesk({ clock: { now: () => 0 } });
  const { senderVerdicts } = server.services;
  const [clientIp, envelopeSender, shownSender] = ["192.0.2.1", "bounce@shop.example", "ann@shop.example"];
  const evidence = collect(await compose({ from: shownSender, signedBy: null }))!;
  const mail = { evidence, clientIp, envelopeSender, shownSender };
  for (const [seconds, verdict] of [
    [-1, undefined],
    [30, "pass"],
  ] as const) {
    dns.until = Date.now() + seconds * 1_000;
    expect([await senderVerdicts.check(mail), senderVerdicts.recall(mail)]).toEqual(["pass", verdict]);
  }
  await server.close();
});
