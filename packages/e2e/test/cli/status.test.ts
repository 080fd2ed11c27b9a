import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainClientError } from "@frontdesk/cli/commands";
import { UnreachableError } from "@frontdesk/sdk";
import { createServer, type Server } from "@frontdesk/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./call.ts";

const key = "svcagt_TheKeyOfTheCommandsTests00000000000";
let server: Server;
let url: string;

beforeAll(async () => {
  server = await createServer({ storage: "memory:", bootstrapKey: key, smtp: false, port: 0 });
  ({ url } = await server.listen());
});
afterAll(() => server.close());

describe("frontdesk status", () => {
  it("shows the account of the key and its quotas", async () => {
    const { code, out } = await call(["status"], { FRONTDESK_URL: url, FRONTDESK_KEY: key });
    expect(code).toBe(0);
    expect(out).toContain(`${url} is up. Account default (`);
    expect(out).toMatch(/^mailboxes +0 +\d+$/m);
  });

  it("reads the URL from --url and the key from a file", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "frontdesk-key-")), "key");
    await writeFile(file, `${key}\n`);
    const { code, out } = await call(["status", "--url", url, "--key-file", file, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ url, account: { name: "default" } });
  });

  it("says what to do without a key, with a wrong one, and if no server responds", async () => {
    expect(await call(["status"])).toMatchObject({ code: 2, err: expect.stringContaining("FRONTDESK_KEY") });
    const refused = await call(["status"], { FRONTDESK_URL: url, FRONTDESK_KEY: "svcagt_wrong" });
    expect(refused).toMatchObject({ code: 1, err: expect.not.stringContaining("svcagt_wrong") });
    const nobody = await call(["status", "--url", "http://127.0.0.1:1"], { FRONTDESK_KEY: key });
    expect(nobody).toMatchObject({
      code: 4,
      err: expect.stringMatching(/^No response from http:\/\/127\.0\.0\.1:1/),
    });
    const noAddress = await call(["status", "--url", "localhost:8787"], { FRONTDESK_KEY: key });
    expect(noAddress).toMatchObject({ code: 2, err: expect.stringContaining('--url: "localhost:8787"') });
  });

  it("reports a silent or failing server as running", () => {
    const why = (cause: unknown) => explainClientError(new UnreachableError(url, cause));
    const failure = (message: string) => ({ code: 4, message: expect.stringContaining(message) });
    const late = new DOMException("late", "TimeoutError");
    expect(why(late)).toEqual(failure(`The server at ${url} did not respond in time.`));
    expect(why(new Response("", { status: 503 }))).toEqual(failure("answered 503 until the time ran out"));
    expect(why(new TypeError("fetch failed"))).toEqual(failure(`No response from ${url}.`));
  });

  it("explains why a key is malformed, and never repeats it", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "frontdesk-key-")), "key");
    for (const text of ["", "svcagt_…", "svcagt_Secret1 svcagt_Secret2"]) {
      await writeFile(file, `${text}\n`);
      const { code, err } = await call(["status", "--url", url, "--key-file", file]);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringContaining(`--key-file: ${file} must contain one agent key`),
      });
      expect(err).not.toMatch(/Secret|TypeError/);
    }
    const { code, err } = await call(["status"], { FRONTDESK_URL: url, FRONTDESK_KEY: "svcagt_…" });
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("FRONTDESK_KEY must contain one agent key"),
    });
  });

  it.each([
    ["svcm_SecretSecretSecretSecretSecret", "contains a mailbox key. This command needs an agent key"],
    ["svc_SecretSecretSecretSecretSecret", "contains a tunnel token, which frontdesk-tunnel takes"],
    ['"svcagt_SecretSecretSecretSecretSecret"', "must contain one agent key"],
  ])("reports %s as such without a request to the server", async (key, sentence) => {
    const { code, err } = await call(["status"], { FRONTDESK_URL: "http://127.0.0.1:1", FRONTDESK_KEY: key });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`FRONTDESK_KEY ${sentence}`) });
    expect(err).not.toContain("Secret");
  });

  it("says where to put flags that precede the command", async () => {
    const { code, err } = await call(["--json", "status"]);
    expect({ code, err }).toEqual({
      code: 2,
      err: "Unknown flag --json. Flags of a command come after its name; --help lists the commands.",
    });
  });

  it("suggests the nearest command for an unknown one, and lists all without one", async () => {
    expect(await call(["statsu"])).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean status?") });
    expect(await call(["help"])).toMatchObject({ code: 0, out: expect.stringContaining("status") });
    expect(await call([])).toMatchObject({ code: 0, out: expect.stringContaining("status") });
  });
});
