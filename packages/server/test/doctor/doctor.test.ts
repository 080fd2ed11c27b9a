import { once } from "node:events";
import { truncateSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { checkIncomingMail } from "../../src/doctor/certificates.ts";
import { createDns } from "../../src/doctor/names.ts";
import { checkPorts } from "../../src/doctor/ports.ts";
import { checkStorage } from "../../src/doctor/storage-check.ts";
import { parseOptions } from "../../src/options/options.ts";
import { openServer } from "../../src/server.ts";
import { call } from "../cli/call.ts";
import { temporaryFolder } from "../storage/folder.ts";

const key = `svcagt_${"a".repeat(28)}`;

test("a port is free, in use by this server, or by another program", async () => {
  const other = createServer((socket) => socket.end("hello\r\n")).listen(0, "127.0.0.1");
  await once(other, "listening");
  const taken = (other.address() as AddressInfo).port;
  const free = parseOptions({ port: await freePort(), smtpPort: await freePort() });
  expect(await checkPorts(free)).toEqual([
    { check: "port", status: "ok", message: `HTTP on 127.0.0.1:${free.port} is free for the server.` },
    { check: "port", status: "ok", message: `SMTP on 127.0.0.1:${free.smtpPort} is free for the server.` },
  ]);
  await using server = await openServer({ storage: "memory:", port: 0, smtpPort: 0, bootstrapKey: key });
  const { url, smtp } = await server.listen();
  const own = { port: Number(new URL(url).port), smtpPort: Number(smtp!.split(":").at(-1)) };
  expect((await checkPorts(parseOptions(own))).map(({ message }) => message)).toEqual([
    `HTTP on 127.0.0.1:${own.port} responds.`,
    `SMTP on 127.0.0.1:${own.smtpPort} responds.`,
  ]);
  const both = await checkPorts(parseOptions({ port: taken, smtpPort: taken }));
  expect(both).toEqual(
    [
      { protocol: "HTTP", flag: "--port" },
      { protocol: "SMTP", flag: "--smtp-port" },
    ].map(({ protocol, flag }) => ({
      check: "port",
      status: "fail",
      message: `${protocol} on 127.0.0.1:${taken} is used by another program.`,
      todo: `Stop that program (ss -ltnp), or set another ${flag}.`,
    })),
  );
  const [elsewhere] = await checkPorts(parseOptions({ host: "203.0.113.7", port: taken, smtpPort: 0 }));
  expect(elsewhere).toEqual({
    check: "port",
    status: "fail",
    message: `HTTP on 203.0.113.7:${taken} cannot be opened (EADDRNOTAVAIL).`,
    todo: "Use an IP address of this machine: --host.",
  });
  other.close();
});

test("a storage is new, in use, intact, at risk or damaged", async () => {
  const { dir } = temporaryFolder();
  const storage = `lmdb:${join(dir, "desk")}`;
  const statusOf = async (target: string) => (await checkStorage(target)).map(({ status }) => status);
  const directory = join(dir, "desk");
  expect(await checkStorage(storage)).toEqual([
    { check: "storage", status: "ok", message: `${directory} is created at the first start.` },
  ]);
  const server = await openServer({ storage, smtp: false, bootstrapKey: key });
  server.acceptAdminCommands();
  expect(await checkStorage(storage)).toEqual([
    { check: "storage", status: "ok", message: `A running server uses ${directory}.` },
  ]);
  await server.close();
  expect(await statusOf(storage)).toEqual(["ok"]);
  const { key: none, close } = await openServer({ storage, smtp: false });
  expect(none).toBeNull();
  await close();
  expect(await checkStorage(`fs:${dir}`)).toEqual([
    expect.objectContaining({ status: "ok" }),
    expect.objectContaining({ check: "storage", status: "warn", todo: "Use lmdb:<dir>." }),
  ]);
  truncateSync(join(dir, "desk", "data.mdb"), 4096);
  expect(await statusOf(storage)).toEqual(["fail"]);
  expect(await statusOf("redis://127.0.0.1:1")).toEqual(["fail"]);
});

test("the certificate that SMTP presents is valid, expiring, or missing", async () => {
  const { dir } = temporaryFolder();
  const certificateOf = async (days: number) => {
    const notAfterDate = new Date(Date.now() + days * 86_400_000);
    const made = await generate([{ name: "commonName", value: "mail.acme.org" }], {
      notBeforeDate: new Date(0),
      notAfterDate,
      keyType: "ec",
      curve: "P-256",
      algorithm: "sha256",
    });
    writeFileSync(join(dir, "cert.pem"), made.cert);
    writeFileSync(join(dir, "key.pem"), made.private);
  };
  const look = async () => {
    const files = { smtpTlsCert: join(dir, "cert.pem"), smtpTlsKey: join(dir, "key.pem") };
    const [found] = await checkIncomingMail(createDns(["127.0.0.1:9"], 100), parseOptions(files));
    expect(found!.check).toBe("smtp-tls");
    return [found!.status, found!.message.replace(`${dir}/`, ""), found!.todo];
  };
  expect(await look()).toEqual([
    "fail",
    expect.stringContaining("cert.pem"),
    "Give the PEM files of one certificate and its key, readable by the server's user.",
  ]);
  await certificateOf(60.5);
  expect(await look()).toEqual(["ok", "The certificate in cert.pem is valid for 60 days.", undefined]);
  const renew = "Renew it; a running server reloads it by itself.";
  await certificateOf(3.5);
  expect(await look()).toEqual(["warn", "The certificate in cert.pem expires in 3 days.", renew]);
  await certificateOf(-3);
  expect(await look()).toEqual(["fail", "The certificate in cert.pem has expired.", renew]);
});

test("the command prints what to do, as text and as JSON, and fails if a check does", async () => {
  const { dir } = temporaryFolder();
  const flags = ["--port", "0", "--smtp-port", "0", "--storage", `lmdb:${join(dir, "desk")}`];
  const well = await call(["doctor", ...flags, "--json"]);
  expect({ code: well.code, err: well.err }).toEqual({ code: 0, err: "" });
  const { ok, findings } = JSON.parse(well.out);
  expect(ok).toBe(true);
  expect(new Set(findings.map(({ check }: { check: string }) => check))).toEqual(
    new Set([
      "dns",
      "wildcard",
      "mx",
      "aliases",
      "port",
      "url",
      "smtp-tls",
      "port-25",
      "storage",
      "disk",
      "clock",
      "files",
      "memory",
      "backlog",
    ]),
  );
  const badly = await call(["doctor", ...flags.slice(0, 4), "--storage", "redis://127.0.0.1:1"]);
  expect(badly.code).toBe(1);
  expect(badly.out).toMatch(/^fail {2}storage .*\n {16}→ /m);
  expect(badly.err).toMatch(/^1 of \d+ checks failed\.$/);
});
