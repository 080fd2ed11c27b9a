import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { optionsSchema } from "../../src/options/options.ts";
import { makeFolder } from "../support/processes.ts";

const repository = fileURLToPath(new URL("../../../..", import.meta.url));
const folder = join(repository, "deploy");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const has = (command: string) => spawnSync("sh", ["-c", `command -v ${command}`]).status === 0;
/** What the image may add to the one of Node. */
const maxImageMegabytes = 60;
/** A user who may write nowhere but where it is let. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

test("the Dockerfile's steps, run in an empty folder, build a healthy server that runs as a non-root user", async () => {
  const root = makeFolder();
  chmodSync(root, 0o755);
  mkdirSync(join(root, "src"));
  // What `COPY . /src` brings: the repository's files as they are.
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: repository });
  execFileSync("sh", ["-c", `tar -c --null -T - | tar -x -C "$1"`, "sh", join(root, "src")], {
    cwd: repository,
    input: files,
  });
  const [build = "", run = ""] = read("Dockerfile")
    .split(/^FROM /m)
    .slice(1);
  const steps = build
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.startsWith("RUN "));
  expect(steps).toHaveLength(4);
  for (const step of steps) {
    const command = step
      .slice(4)
      .replaceAll("/app/", `${join(root, "app")}/`)
      .replace(/\/app$/, join(root, "app"));
    const { status, stdout, stderr } = spawnSync("sh", ["-ec", command], { cwd: join(root, "src"), encoding: "utf8" });
    expect([status, status === 0 ? "" : `${stdout}${stderr}`.slice(-4_000)]).toEqual([0, ""]);
  }

  expect(megabytesOf(join(root, "app"))).toBeLessThanOrEqual(maxImageMegabytes);

  const data = join(root, "data");
  mkdirSync(data);
  if (nobody !== undefined) chownSync(data, nobody, nobody);
  const inRoot = (text: string) => text.replaceAll("/data", data).replaceAll("/app", join(root, "app"));
  const settings = [...run.matchAll(/(FRONTDESK_[A-Z_]+|NODE_[A-Z_]+)=(\S+)/g)].map(([, name, value]) => [
    name,
    inRoot(value!),
  ]);
  const entry = JSON.parse(inRoot(/^ENTRYPOINT (.*)$/m.exec(run)![1]!)) as string[];
  const adminPort = String(await freePort());
  const ports = { FRONTDESK_PORT: "0", FRONTDESK_SMTP_PORT: "0", FRONTDESK_ADMIN_PORT: adminPort };
  const local = { FRONTDESK_HOST: "127.0.0.1", FRONTDESK_SMTP_HOST: "127.0.0.1", FRONTDESK_JSON: "1" };
  const child = spawn(process.execPath, entry.slice(1), {
    env: { PATH: process.env.PATH, ...Object.fromEntries(settings), ...ports, ...local },
    cwd: data,
    stdio: ["ignore", "pipe", "inherit"],
    ...(nobody === undefined ? {} : { uid: nobody, gid: nobody }),
  });
  try {
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    expect(JSON.parse(value)).toMatchObject({ ready: true, key: expect.stringMatching(/^svcagt_/) });
    const check = JSON.parse(/HEALTHCHECK[^[]*CMD (\[.*\])$/m.exec(run.replace(/\\\n\s*/g, ""))![1]!) as string[];
    expect(spawnSync(process.execPath, ["-e", check[2]!.replace("9090", adminPort)]).status).toBe(0);
    // A root file system that cannot be written takes nothing from it.
    expect(readdirSync(data).sort()).toEqual(["desk", "desk.secret"]);
  } finally {
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    expect((await exit)[0]).toBe(0);
  }
});

/** Megabytes on the disk of a folder, each file once. */
function megabytesOf(folder: string): number {
  return Number.parseInt(execFileSync("du", ["-sm", folder], { encoding: "utf8" }), 10);
}

test("every setting in the deployment files exists", () => {
  const settings = Object.keys(optionsSchema.entries).map(
    (name) => `FRONTDESK_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`,
  );
  const known = new Set([...settings, "FRONTDESK_STORAGE", "FRONTDESK_BOOTSTRAP_KEY", "FRONTDESK_JSON"]);
  const texts = [...readdirSync(folder).map(read), readFileSync(join(repository, "docs/how-to/deploy.md"), "utf8")];
  const named = texts.flatMap((text) => [...text.matchAll(/\bFRONTDESK_[A-Z_]+/g)].map(([name]) => name));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

test.skipIf(!has("systemd-analyze"))("systemd takes the units", () => {
  const dir = makeFolder();
  const units = readdirSync(folder).filter((name) => /\.(?:service|timer)$/.test(name));
  // Where these stand here, and users that there are.
  for (const name of units)
    writeFileSync(
      join(dir, name),
      read(name)
        .replace("/usr/bin/node", process.execPath)
        .replace("/opt/frontdesk-deploy", folder)
        .replace("User=frontdesk", "User=root"),
    );
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...units.map((name) => join(dir, name))], {
    encoding: "utf8",
  });
  const faults = stderr.split("\n").filter((line) => units.some((name) => line.includes(name)));
  expect([status, faults, status === 0 ? "" : stderr]).toEqual([0, [], ""]);
});

test("a certificate is copied once, readable only by its user, and again when it is renewed", () => {
  const dir = makeFolder();
  const [from, to] = [join(dir, "from"), join(dir, "to")];
  const user = String(nobody ?? process.getuid?.());
  const handOver = () =>
    spawnSync(join(folder, "hand-over.sh"), [from, "mail.acme.org", to, user], { encoding: "utf8" });
  mkdirSync(join(from, "authority", "mail.acme.org"), { recursive: true });
  mkdirSync(to);
  expect(handOver()).toMatchObject({ status: 1, stderr: "Caddy has no certificate for mail.acme.org yet\n" });
  const put = (text: string) => {
    for (const part of ["crt", "key"])
      writeFileSync(join(from, "authority", "mail.acme.org", `mail.acme.org.${part}`), `${part} ${text}`);
  };
  put("one");
  expect(handOver()).toMatchObject({ status: 0, stdout: `Handed over ${to}/smtp.key\nHanded over ${to}/smtp.crt\n` });
  expect(handOver()).toMatchObject({ status: 0, stdout: "" });
  put("two");
  expect(handOver().status).toBe(0);
  expect(readFileSync(join(to, "smtp.key"), "utf8")).toBe("key two");
  const { mode, uid } = statSync(join(to, "smtp.key"));
  expect([(mode & 0o777).toString(8), uid]).toEqual(["400", Number(user)]);
  expect(readdirSync(to).toSorted()).toEqual(["smtp.crt", "smtp.key"]);
});
