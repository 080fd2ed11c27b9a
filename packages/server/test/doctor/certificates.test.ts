import { once } from "node:events";
import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { checkIncomingMail, checkPublicUrl } from "../../src/doctor/certificates.ts";
import type { Dns } from "../../src/doctor/names.ts";
import { parseOptions } from "../../src/options/options.ts";

const tunnels = "tunnel.acme.org";

/** Where it listens. */
async function open(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a URL on this machine only is not requested", async () => {
  expect(await checkPublicUrl("http://localhost:8787", tunnels)).toEqual([
    { check: "url", status: "skip", message: "http://localhost:8787 is for programs on this machine." },
  ]);
});

test("a URL responds, responds with an error, or does not respond", async () => {
  const well = await open(createHttp((_request, response) => response.end()));
  expect(await checkPublicUrl(`http://${well}`, tunnels)).toMatchObject([
    { status: "ok", message: `http://${well} responds.` },
    { status: "warn", message: "Keys are sent unencrypted: --public-url is http." },
  ]);
  const ill = await open(createHttp((_request, response) => response.writeHead(502).end()));
  expect(await checkPublicUrl(`http://${ill}`, tunnels)).toMatchObject([
    {
      status: "fail",
      message: `http://${ill} responds with 502.`,
      todo: "Check that the server and the reverse proxy run, and that firewall and router forward the port.",
    },
    { status: "warn", todo: "Use a reverse proxy with TLS: deploy/Caddyfile." },
  ]);
  const nobody = `127.0.0.1:${await freePort()}`;
  expect(await checkPublicUrl(`http://${nobody}`, tunnels)).toMatchObject([
    { status: "fail", message: `http://${nobody} does not respond from here.` },
    { status: "warn" },
  ]);
});

test("an https URL with an untrusted certificate, or without TLS, is reported as such", async () => {
  const { cert, private: key } = await generate([{ name: "commonName", value: "desk.acme.org" }]);
  const own = await open(createHttps({ cert, key }, (_request, response) => response.end()));
  expect(await checkPublicUrl(`https://${own}`, tunnels)).toMatchObject([
    { check: "url", status: "fail" },
    {
      check: "tls",
      status: "fail",
      message: "The certificate of 127.0.0.1 is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).",
      todo: "Let the reverse proxy get one from a public authority, and send the whole chain.",
    },
  ]);
  const plain = await open(createHttp((_request, response) => response.end()));
  expect(await checkPublicUrl(`https://${plain}`, tunnels)).toMatchObject([
    { check: "url", status: "fail" },
    {
      check: "tls",
      status: "fail",
      message: `No TLS server at ${plain}.`,
      todo: "Check that the reverse proxy runs and has a certificate; see its log.",
    },
  ]);
});

test("the SMTP check reports a certificate without its key, and an exchange without a greeting", async () => {
  const dns = { mx: async () => ({ records: [{ exchange: "127.0.0.1", priority: 10 }] }) } as unknown as Dns;
  const settings = { mailDomain: "acme.org" };
  const [none, exchange] = await checkIncomingMail(dns, parseOptions(settings));
  expect(none).toMatchObject({
    status: "warn",
    message:
      "Mail servers get a self-signed certificate. Most accept it; those that check certificates do not deliver.",
    todo: "Use a certificate for the MX name: --smtp-tls-cert and --smtp-tls-key.",
  });
  expect(exchange).toMatchObject({
    check: "port-25",
    status: "warn",
    message: "127.0.0.1:25 does not greet from here.",
    todo: "Open port 25 in the firewall and forward it to --smtp-port. Some providers block it, also outbound: then check from another network.",
  });
  const [half] = await checkIncomingMail(dns, parseOptions({ ...settings, smtpTlsCert: "cert.pem" }));
  expect(half).toMatchObject({
    status: "fail",
    message: "--smtp-tls-cert needs --smtp-tls-key: give both or neither",
    todo: "Give the PEM files of one certificate and its key, readable by the server's user.",
  });
  const [off] = await checkIncomingMail(dns, parseOptions({ ...settings, smtpTls: "off" }));
  expect(off).toMatchObject({ status: "ok", message: "STARTTLS is switched off (--smtp-tls off)." });
  const local = { ...settings, mailDomain: "desk.test" };
  const [byIp] = await checkIncomingMail(dns, parseOptions(local));
  expect(byIp?.message).toBe("Clients with public IPs get a self-signed certificate, others none.");
  const [all] = await checkIncomingMail(dns, parseOptions({ ...local, smtpTls: "require" }));
  expect(all).toMatchObject({ status: "ok", message: "All clients get a self-signed certificate." });
  const [, skipped] = await checkIncomingMail(dns, parseOptions(local));
  expect(skipped).toEqual({
    check: "port-25",
    status: "skip",
    message: "Other mail servers cannot deliver to a local name.",
  });
  const silent = { mx: async () => "unknown" } as unknown as Dns;
  expect(await checkIncomingMail(silent, parseOptions(settings))).toHaveLength(1);
});
