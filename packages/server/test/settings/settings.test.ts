import { expect, test } from "vitest";
import { optionsSchema, type ServerOptions } from "../../src/options/options.ts";
import { accountChecks } from "./accounts.ts";
import type { Check } from "./check.ts";
import { mailChecks } from "./mail.ts";
import { nameChecks } from "./names.ts";
import { pageChecks } from "./pages.ts";
import { requestChecks } from "./requests.ts";
import { storageChecks } from "./storage.ts";
import { tunnelChecks } from "./tunnels.ts";

const checks = {
  ...nameChecks,
  ...accountChecks,
  ...requestChecks,
  ...mailChecks,
  ...tunnelChecks,
  ...storageChecks,
  ...pageChecks,
} satisfies Record<keyof ServerOptions, Check>;

test("every setting has a test of its effect", () => {
  expect(Object.keys(checks).toSorted()).toEqual(Object.keys(optionsSchema.entries).toSorted());
});

test.each(Object.entries(checks))("%s does what it says", (_name, check: Check) => check());
