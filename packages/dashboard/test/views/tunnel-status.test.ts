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

test("the token, the commands and the tabs of each tunnel are named after it for screen readers", async () => {
  const other = { ...subdomain(), id: "d2", domain: "other.tunnel.example.com" };
  startServer().respond("subdomain/list", { subdomains: [subdomain(), other] });
  const view = drawView(h(TunnelsView, { signedIn: signedInWith(null) }));
  const cards = () => view.all("section.card").map((card) => card.getAttribute("aria-label"));
  await expect.poll(cards).toEqual(["demo.tunnel.example.com", "other.tunnel.example.com"]);
  const labels = view.all("section.card [aria-label]").map((part) => part.getAttribute("aria-label"));
  const ofOne = (domain: string) => [`Open ${domain} with`, `Open ${domain} with Command`];
  expect(labels).toEqual([...ofOne("demo.tunnel.example.com"), ...ofOne("other.tunnel.example.com")]);
  expect(view.all(".secret .visually-hidden").map(({ textContent }) => textContent)).toEqual([
    ...["Show token of demo.tunnel.example.com", "Copy token of demo.tunnel.example.com"],
    ...["Show token of other.tunnel.example.com", "Copy token of other.tunnel.example.com"],
  ]);
});
