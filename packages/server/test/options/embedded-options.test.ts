import { expect, test } from "vitest";
import { nameOptionsInError } from "../../src/options/embedded-options.ts";
import { OptionsError } from "../../src/problem.ts";

test("an error of a setting names all options as an embedding program writes them", () => {
  const error = new OptionsError(
    "--mail-domain: a\n--smtp-port: b, as without --public-url, FRONTDESK_SECRET, FRONTDESK_CLUSTER_SECRET or FRONTDESK_BOOTSTRAP_KEY",
  );
  expect(nameOptionsInError(error)).toEqual(
    new OptionsError("mailDomain: a\nsmtpPort: b, as without publicUrl, secret, clusterSecret or bootstrapKey"),
  );
});

test("an error of another kind, and a name that is no option, stay as they are", () => {
  const other = new Error("--mail-domain");
  expect(nameOptionsInError(other)).toBe(other);
  const unknown = new OptionsError("--passphrase-file and FRONTDESK_URL");
  expect(nameOptionsInError(unknown)).toEqual(unknown);
});
