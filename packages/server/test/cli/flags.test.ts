import { describe, expect, test } from "vitest";
import { createServerCommand, readSettings } from "../../src/cli/settings.ts";
import { optionsSchema } from "../../src/options/options.ts";
import { version } from "../../src/version.ts";
import { call } from "./call.ts";

describe("the command line", () => {
  test("treats flags without a command as those of serve", async () => {
    expect(await call(["--port", "never"])).toEqual({ code: 2, out: "", err: "--port must be a whole number" });
  });

  test("prints one line for each invalid setting", async () => {
    const { code, err } = await call(["serve", "--port=99999", "--mail-domain", "not a domain", "--edition=newest"]);
    expect(code).toBe(2);
    expect(err.split("\n").map((line) => line.split(" ")[0])).toEqual(["--port", "--mail-domain", "--edition"]);
  });

  test("names the variable if the invalid value came from it", async () => {
    const { code, err } = await call(["serve"], { env: { FRONTDESK_SMTP_PORT: "many" } });
    expect({ code, err }).toEqual({ code: 2, err: "FRONTDESK_SMTP_PORT must be a whole number" });
  });

  test.each([
    ["an unknown flag, with the nearest one", ["serve", "--prot", "1"], "Unknown flag --prot. Did you mean --port?"],
    ["an unknown flag that is near none", ["serve", "--frobnicate"], "Unknown flag --frobnicate."],
    ["a short flag there is not", ["-p", "9000"], "Unknown flag -p."],
    ["a camel-case flag", ["--smtpPort=25"], "Unknown flag --smtpPort. Did you mean --smtp-port?"],
    ["a flag whose value is missing", ["--port"], "--port needs a value."],
    ["a flag in a value's place", ["--storage", "--json"], "--storage needs a value."],
    ["a value where none is taken", ["--json=maybe"], "--json takes no value."],
    ["a word too many", ["serve", "now"], "Too many arguments for 'serve'. Expected 0 arguments but got 1."],
    ["an unknown command", ["sreve"], "Unknown command 'sreve'. Did you mean serve?"],
    ["a group's unknown command", ["key", "crate"], "Unknown command 'crate'. Did you mean create?"],
    ["an inherited property as a command", ["constructor"], "Unknown command 'constructor'."],
    ["a missing argument", ["account", "create"], "Missing required argument 'name'."],
    [
      "a JSON variable that is neither",
      ["key", "list"],
      "FRONTDESK_JSON must be 1 or 0",
      { FRONTDESK_JSON: "perhaps" },
    ],
  ])("refuses %s", async (_what, argv, err, env: Record<string, string> = {}) => {
    expect(await call(argv, { env })).toEqual({ code: 2, out: "", err });
  });

  test("prints the help of a group without a command as an error", async () => {
    const { code, out, err } = await call(["account"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("Usage: frontdesk account [options] [command]");
  });

  test("prints the version", async () => {
    expect(await call(["--version"])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });
});

test("each of several variables with a wrong value is named, and flags stay flags", async () => {
  const env = { FRONTDESK_SMTP_PORT: "many", FRONTDESK_ADMIN_PORT: "few" };
  const { err } = await call(["serve", "--port", "none"], { env });
  expect(
    err
      .split("\n")
      .map((line) => line.split(/[ :]/)[0])
      .sort(),
  ).toEqual(["--port", "FRONTDESK_ADMIN_PORT", "FRONTDESK_SMTP_PORT"]);
});

describe("settings", () => {
  test("use the flag, then the variable, then the default", () => {
    const env = { FRONTDESK_PORT: "1", FRONTDESK_SMTP_PORT: "2", FRONTDESK_STORAGE: "memory:", FRONTDESK_JSON: "1" };
    const { options, json } = readSettings({ port: "9" }, env);
    expect(options).toMatchObject({ port: 9, smtpPort: 2, storage: "memory:", host: "127.0.0.1" });
    expect(json).toBe(true);
    expect(readSettings({}, {})).toMatchObject({ options: { port: 8787, storage: "lmdb:./data" }, json: false });
  });

  test("treat an empty variable as unset", () => {
    expect(
      readSettings({}, { FRONTDESK_PORT: "", FRONTDESK_STORAGE: "", FRONTDESK_BOOTSTRAP_KEY: "" }).options,
    ).toEqual(readSettings({}, {}).options);
  });

  test("read the first key only from the environment", () => {
    const { options } = readSettings({ bootstrapKey: "flag" }, { FRONTDESK_BOOTSTRAP_KEY: "variable" });
    expect(options.bootstrapKey).toBe("variable");
  });
});

describe("--help", () => {
  test.each([
    [[]],
    [["serve"]],
    [["account"]],
    [["account", "create"]],
    [["account", "list"]],
    [["account", "set"]],
    [["account", "delete"]],
    [["key"]],
    [["key", "create"]],
    [["key", "list"]],
    [["key", "revoke"]],
    [["phone"]],
    [["phone", "setup"]],
    [["phone", "test"]],
  ])("shows the usage of %j, with an example", async (words) => {
    const { code, out, err } = await call([...words, "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [, examples] = out.split("Examples:");
    expect(out).toContain(`Usage: ${["frontdesk", ...words].join(" ")}`);
    expect(examples).toContain(["frontdesk", ...words].join(" "));
  });

  test("of serve names every setting, its variable and its default", async () => {
    const { out } = await call(["--help", "serve"].reverse());
    // Each setting with the lines that its words run on in.
    const joined = out.replace(/\n {4,}/g, " ");
    const lines = joined.split("\n");
    for (const [name, schema] of Object.entries(optionsSchema.entries)) {
      // Refused as a flag.
      if (name === "secret" || name === "clusterSecret") continue;
      const words = name.replace(/[A-Z]/g, " $&").toLowerCase().split(" ");
      const line = lines.find((text) => new RegExp(`--${words.join("-")}[= ]`).test(text));
      expect(line).toContain(`FRONTDESK_${words.join("_").toUpperCase()}`);
      const fallback = String(schema.default);
      if (fallback) expect(line).toContain(`default ${fallback.slice(0, 40)}${fallback.length > 40 ? "…" : "]"}`);
    }
    expect(joined).toContain("FRONTDESK_STORAGE, default lmdb:./data");
    expect(out).toContain("--json");
  });

  test.each(["serve", "doctor"])("of %s omits flags that are always rejected", async (word) => {
    const { out } = await call([word, "--help"]);
    expect(out).not.toContain("--cluster-secret");
    expect(await call([word, "--cluster-secret", "0123456789abcdef"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Give it in FRONTDESK_CLUSTER_SECRET"),
    });
  });

  test("of serve lists settings of mail and limits under headings of their own", async () => {
    const { out } = await call(["serve", "--help"]);
    const headingOf = (flag: string) =>
      out
        .slice(0, out.indexOf(`--${flag}`))
        .match(/^\w+:$/gm)
        ?.at(-1);
    const flags = ["port", "smtp-port", "catch-all", "free-mailboxes", "smtp-max-size"];
    expect(flags.map(headingOf)).toEqual(["Options:", "SMTP:", "SMTP:", "Limits:", "Limits:"]);
  });

  test("of serve names the secrets that only variables can set", async () => {
    const { out } = await call(["serve", "--help"]);
    for (const name of ["FRONTDESK_SECRET", "FRONTDESK_CLUSTER_SECRET", "FRONTDESK_BOOTSTRAP_KEY"])
      expect(out).toContain(name);
  });
});

test("an option that is on by default is turned off by --no-…, or by its variable", () => {
  const terminal = { env: {}, out() {}, err() {}, ask: async () => null };
  const parse = (args: string[]) =>
    createServerCommand(terminal, { name: "serve", description: "", examples: [] })
      .parse(args, { from: "user" })
      .opts();
  const read = (args: string[], env = {}) => readSettings(parse(args), env).options.dashboard;
  expect(read([])).toBe(true);
  expect(read(["--no-dashboard"])).toBe(false);
  expect(read([], { FRONTDESK_DASHBOARD: "false" })).toBe(false);
  expect(read(["--dashboard"], { FRONTDESK_DASHBOARD: "false" })).toBe(true);
});

test.each([
  [["--help"], "Usage: frontdesk [options] [command]"],
  [["-h"], "Usage: frontdesk [options] [command]"],
  [["--version"], version],
  [["-v"], version],
])("%j is about the program, and starts no server", async (args, shown) => {
  const { code, out } = await call(args);
  expect([code, out]).toEqual([0, expect.stringContaining(shown)]);
});
