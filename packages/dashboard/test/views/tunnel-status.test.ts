import type { Subdomain } from "@frontdesk/sdk";
import { expect, test } from "vitest";
import { describeStatus } from "../../src/views/tunnels.tsx";
import { subdomain } from "../view.ts";

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
