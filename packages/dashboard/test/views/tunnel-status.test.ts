import type { Subdomain } from "@frontdesk/sdk";
import { h } from "preact";
import { expect, test } from "vitest";
import { describeStatus, TunnelsView } from "../../src/views/tunnels.tsx";
import { startServer } from "../page.ts";
import { drawView, signedInWith, subdomain } from "../view.ts";

test.each([
  ["offline", subdomain(false)],
  ["offline", { ...subdomain(false), clients: 2 }],
  ["online", subdomain(true)],
  ["online", { ...subdomain(true), clients: 1 }],
  ["online, 2 clients", { ...subdomain(true), clients: 2 }],
])("the status is %o", (expected, record) => {
  // The status depends on no more of it.
  expect(describeStatus(record as Subdomain)).toBe(expected);
});

test.each([
  [false, true],
  [true, false],
])("the command of a tunnel that is online: %s is unfolded at first: %s", async (online, isUnfolded) => {
  startServer().respond("subdomain/list", { subdomains: [subdomain(online)] });
  const view = drawView(h(TunnelsView, { signedIn: signedInWith(null) }));
  await expect.poll(() => view.all<HTMLDetailsElement>("details").map(({ open }) => open)).toEqual([isUnfolded]);
});
