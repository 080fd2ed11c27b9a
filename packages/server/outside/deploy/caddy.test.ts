import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { openServer } from "../../src/server.ts";
import { bootstrapKey, headersOf, makeFolder } from "../support/processes.ts";

const folder = fileURLToPath(new URL("../../../../deploy", import.meta.url));
const hasCaddy = spawnSync("caddy", ["version"]).status === 0;
if (!hasCaddy && process.env.CI) throw new Error("caddy is not installed");

test.skipIf(!hasCaddy)("Caddy serves the API and registered tunnels, and SMTP uses its certificate", async () => {
  const dir = makeFolder();
  const [httpPort, httpsPort, adminPort, port] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const certificates = join(dir, "smtp");
  mkdirSync(certificates);
  const settings = {
    storage: "memory:",
    bootstrapKey,
    port,
    smtpPort: 0,
    adminPort,
    publicUrl: "https://desk.acme.test",
    tunnelDomain: "t.acme.test",
    trustedProxies: ["127.0.0.1"],
  };
  const first = await openServer({ ...settings, smtp: false });
  await first.listen();
  const register = await fetch(`http://127.0.0.1:${port}/svc-api/subdomain/register`, {
    method: "POST",
    headers: headersOf(bootstrapKey),
    body: JSON.stringify({ name: "known" }),
  });
  expect(register.status).toBe(200);

  // As the file has it, but for ports, and an authority of Caddy's own in place of a public one.
  const own = `{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tstorage file_system ${dir}/caddy\n`;
  const config = join(dir, "Caddyfile");
  const text = readFileSync(join(folder, "Caddyfile"), "utf8").replace("{\n", own);
  writeFileSync(config, text.replaceAll(":8787", `:${port}`).replaceAll(":9090", `:${adminPort}`));
  const env = { ...process.env, DESK_HOST: "desk.acme.test", MAIL_HOST: "mail.acme.test", HOME: dir };
  const caddy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", config], { env, stdio: "ignore" });
  try {
    await expect.poll(() => ask(httpsPort, "desk.acme.test"), { timeout: 30_000 }).toBe(200);
    // Nobody's tunnel is connected, and the edge says so.
    await expect.poll(() => ask(httpsPort, "known.t.acme.test"), { timeout: 20_000 }).toBeGreaterThanOrEqual(500);
    expect(await ask(httpsPort, "stranger.t.acme.test")).toBe("no certificate");

    const mail = join(dir, "caddy", "certificates", "local", "mail.acme.test", "mail.acme.test.crt");
    while (!existsSync(mail)) await delay(50);
    const user = String(process.getuid?.());
    execFileSync(join(folder, "hand-over.sh"), [
      join(dir, "caddy", "certificates"),
      "mail.acme.test",
      certificates,
      user,
    ]);
    const smtpTls = { smtpTlsCert: join(certificates, "smtp.crt"), smtpTlsKey: join(certificates, "smtp.key") };
    const second = await openServer({ ...settings, ...smtpTls, adminPort: "", port: 0 });
    const { smtp } = await second.listen();
    const shown = await startTls(Number(smtp!.split(":").at(-1)));
    expect(shown.getPeerCertificate().subjectaltname).toBe("DNS:mail.acme.test");
    shown.destroy();
    await second.close();
  } finally {
    const exit = once(caddy, "exit");
    caddy.kill("SIGTERM");
    await exit;
    await first.close();
  }
});

/** The status of a page behind Caddy, whose authority nobody trusts here. */
function ask(port: number, host: string): Promise<number | string> {
  return new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, servername: host, headers: { host }, rejectUnauthorized: false };
    request({ ...options, path: "/healthz" }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    })
      .on("error", ({ message }) => resolve(/alert|EPROTO|SSL/i.test(message) ? "no certificate" : message))
      .end();
  });
}

async function startTls(port: number): Promise<TLSSocket> {
  const socket = connect(port, "127.0.0.1");
  for (const line of ["EHLO client\r\n", "STARTTLS\r\n", ""]) {
    await once(socket, "data");
    socket.write(line);
  }
  const secure = connectTls({ socket, rejectUnauthorized: false });
  await once(secure, "secureConnect");
  return secure;
}
