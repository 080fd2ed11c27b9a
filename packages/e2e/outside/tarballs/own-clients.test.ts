import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createServer, type Server } from "@frontdesk/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { makeFolder } from "./unpack.ts";

const key = "svcagt_TheKeyOfTheDownloadsTests000000000";
const run = promisify(execFile);
let server: Server;
let url: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  // The addresses that a server prints hold its port.
  const port = await freePort();
  server = await createServer({ storage: "memory:", bootstrapKey: key, smtp: false, port });
  ({ url } = await server.listen());
  env = {
    PATH: process.env.PATH,
    HOME: makeFolder("home"),
    // Nothing answers there: whatever is not in the tarball cannot be had.
    npm_config_registry: "http://127.0.0.1:1/",
    npm_config_fetch_retries: "0",
    npm_config_cache: makeFolder("cache"),
    npm_config_update_notifier: "false",
    FRONTDESK_URL: url,
    FRONTDESK_KEY: key,
  };
});
afterAll(() => server.close());

/** Both that Node.js brings along: 10 with Node 20 and 22, 11 with Node 24. */
const npms = ["10.9.9", "11.19.1"];
const tools = makeFolder("npms");
/** The file that a npm of that version runs for the command. */
const binary = (version: string, command: "npm" | "npx") =>
  join(tools, version, "node_modules", "npm", "bin", `${command}-cli.js`);

describe("the clients downloaded from the server, without any registry", () => {
  it("match SHA256SUMS", async () => {
    const sums = (await (await fetch(`${url}/downloads/SHA256SUMS`)).text()).trim().split("\n");
    expect(sums).toHaveLength(5);
    for (const line of sums) {
      const [sum, file] = line.split("  ");
      const answer = await fetch(`${url}/downloads/${file}`);
      expect(answer.headers.get("cache-control")).toContain("max-age=31536000");
      expect(
        createHash("sha256")
          .update(Buffer.from(await answer.arrayBuffer()))
          .digest("hex"),
      ).toBe(sum);
    }
  });

  it.each([["cli"], ["mcp"], ["sdk"], ["testing"], ["tunnel"]])(
    "have a URL for %s that redirects to the newest",
    async (name) => {
      const answer = await fetch(`${url}/downloads/frontdesk-${name}.tgz`, { redirect: "manual" });
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toMatch(
        new RegExp(`^http://.*/downloads/frontdesk-${name}-[\\d.]+-\\w{12}\\.tgz$`),
      );
    },
  );
});

describe("the testing package downloaded from the server", () => {
  it("brings our packages along, and asks the registry for those of others only", async () => {
    const folder = makeFolder("testing");
    const tarball = await (await fetch(`${url}/downloads/frontdesk-testing.tgz`)).arrayBuffer();
    writeFileSync(join(folder, "testing.tgz"), Buffer.from(tarball));
    await run("tar", ["-xzf", "testing.tgz", "--strip-components=1"], { cwd: folder });
    const read = (place: string) => JSON.parse(readFileSync(join(folder, place, "package.json"), "utf8"));
    const { dependencies, bundleDependencies } = read(".");
    expect(bundleDependencies).toEqual(["@frontdesk/sdk", "@frontdesk/server", "@frontdesk/tunnel"]);
    for (const name of bundleDependencies) {
      const { version, dependencies: needed = {} } = read(`node_modules/${name}`);
      expect(dependencies[name]).toBe(version);
      expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(Object.keys(needed)));
    }
    expect(Object.keys(dependencies).filter((name) => name.startsWith("@frontdesk/"))).toEqual(bundleDependencies);
  });
});

describe.each(npms)("without any registry, npm %s", (version) => {
  const npm = (cwd: string, ...args: string[]) =>
    run(process.execPath, [binary(version, "npm"), ...args], { env, cwd });
  const npx = async (...args: string[]) => {
    const cwd = makeFolder("empty");
    return (await run(process.execPath, [binary(version, "npx"), "-y", ...args], { env, cwd })).stdout;
  };

  beforeAll(async () => {
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", join(tools, version), `npm@${version}`]);
    expect((await npm(tools, "--version")).stdout.trim()).toBe(version);
    env = { ...env, npm_config_cache: makeFolder("cache") };
  });

  it("runs the command", async () => {
    expect(await npx(`${url}/downloads/frontdesk-cli.tgz`, "status")).toContain("Account default");
  });

  it("runs the tunnel", async () => {
    expect(await npx(`${url}/downloads/frontdesk-tunnel.tgz`, "--help")).toContain("Usage: frontdesk-tunnel");
  });

  it("runs the MCP server", async () => {
    expect(await npx(`${url}/downloads/frontdesk-mcp.tgz`, "--check")).toContain("account default");
  });

  it("installs the SDK", async () => {
    const cwd = makeFolder("user");
    await npm(cwd, "install", `${url}/downloads/frontdesk-sdk.tgz`);
    const program = `const { createFrontdesk } = require("@frontdesk/sdk");
      createFrontdesk({ baseUrl: process.env.FRONTDESK_URL, key: process.env.FRONTDESK_KEY }).account().then(({ account }) => console.log(account.name));`;
    const { stdout } = await run(process.execPath, ["-e", program], { env, cwd });
    expect(stdout.trim()).toBe("default");
  });
});
