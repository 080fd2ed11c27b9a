import { expect, test } from "vitest";
import { nameOptionsInError, rejectUnknownOptions } from "../../src/options/embedded-options.ts";
import { parseOptions } from "../../src/options/options.ts";
import { OptionsError } from "../../src/problem.ts";

test("an error of a setting names all options as an embedding program writes them", () => {
  const error = new OptionsError(
    "--mail-domain: a\n--smtp-port: b, as without --public-url, FRONTDESK_SECRET, FRONTDESK_CLUSTER_SECRET or FRONTDESK_BOOTSTRAP_KEY",
  );
  expect(nameOptionsInError(error)).toEqual(
    new OptionsError("mailDomain: a\nsmtpPort: b, as without publicUrl, secret, clusterSecret or bootstrapKey"),
  );
});

test("all options of createServer are known, and each other one is named on a line of its own", () => {
  const others = ["storage", "bootstrapKey", "smtp", "log", "clock", "onMessage", "onRejected"];
  const known = Object.fromEntries([...Object.keys(parseOptions({})), ...others].map((name) => [name, undefined]));
  rejectUnknownOptions(known);
  rejectUnknownOptions({});
  expect(() => rejectUnknownOptions({ ...known, colour: "red", storag: "memory:" })).toThrow(
    new OptionsError("There is no option colour.\nThere is no option storag. Did you mean storage?"),
  );
});

test("an error of another kind, and a name that is no option, stay as they are", () => {
  const other = new Error("--mail-domain");
  expect(nameOptionsInError(other)).toBe(other);
  const unknown = new OptionsError("--passphrase-file and FRONTDESK_URL");
  expect(nameOptionsInError(unknown)).toEqual(unknown);
});
