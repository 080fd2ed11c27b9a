import { afterEach, describe, expect, test, vi } from "vitest";
import { toAgentKey, toBaseUrl, toKey } from "../../src/requests/environment.ts";

afterEach(() => void vi.unstubAllEnvs());

describe("the server's URL", () => {
  test.each([
    ["http://desk:8787", "http://desk:8787"],
    ["https://desk.example///", "https://desk.example"],
    [" https://desk.example/base/ ", "https://desk.example/base"],
  ])("%j is taken as %s", (url, expected) => {
    expect(toBaseUrl(url)).toBe(expected);
    vi.stubEnv("FRONTDESK_URL", url);
    expect(toBaseUrl(undefined)).toBe(expected);
    expect(toBaseUrl("http://other")).toBe("http://other");
  });

  test.each(["desk.example", "ftp://desk.example", "xhttp://desk", "https:"])("%s is none", (url) => {
    expect(() => toBaseUrl(url)).toThrow("is not an http(s) URL");
  });

  test.each(["http://anna@desk", "http://:secret@desk", "http://desk/?a=1", "http://desk/#a"])(
    "%s has more than a server",
    (url) => {
      expect(() => toBaseUrl(url)).toThrow("without credentials, query and fragment, such as http://desk.");
    },
  );

  test.each(["", "  "])("%j is missing, as a variable too", (url) => {
    vi.stubEnv("FRONTDESK_URL", url);
    expect(() => toBaseUrl(undefined)).toThrow("No server");
    expect(() => toBaseUrl(url)).toThrow("No server");
  });
});

describe("a key", () => {
  test("is that of the option, else of the variable, without the spaces around it", () => {
    vi.stubEnv("FRONTDESK_KEY", " svcagt_variable\n");
    expect([toAgentKey(undefined), toAgentKey(" svcagt_option ")]).toEqual(["svcagt_variable", "svcagt_option"]);
    expect(toKey(" svcm_1\n", "svcm_")).toBe("svcm_1");
  });

  test("is missing if there is none", () => {
    for (const variable of ["", "  "]) {
      vi.stubEnv("FRONTDESK_KEY", variable);
      expect(() => toAgentKey(undefined)).toThrow("No key");
    }
  });

  test.each(["", "  "])("is missing as %j, which is not replaced by that of the variable", (key) => {
    vi.stubEnv("FRONTDESK_KEY", "svcagt_variable");
    expect(() => toAgentKey(key)).toThrow("No key");
    expect(() => toKey(key, "svcsms_")).toThrow("svcsms_…");
  });

  test.each(["svcagt_a b", "svcagt_ü", "svcagt_a\u0000"])(
    "with a character of no header is not repeated: %j",
    (key) => {
      for (const read of [() => toAgentKey(key), () => toKey(key, "svcm_")])
        expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining("svcagt_") }));
    },
  );
});
