import { expect, test } from "vitest";
import { readSettings } from "../../src/cli/settings.ts";
import { optionsSchema } from "../../src/options/options.ts";
import { call } from "./call.ts";
import { makeFolder, startServer } from "./start-frontdesk.ts";

const warningsOf = (env: Record<string, string>) => readSettings({}, env).warnings;

test.each([
  ["FRONTDESK_SMTP_PORTS", "FRONTDESK_SMTP_PORT"],
  ["FRONTDESK_STORAG", "FRONTDESK_STORAGE"],
  ["FRONTDESK_CLUSTER_SECRETS_FILE", "FRONTDESK_CLUSTER_SECRET_FILE"],
  ["FRONTDESK_WEBHOOKS_PER_ACOUNT", "FRONTDESK_WEBHOOKS_PER_ACCOUNT"],
  ["FRONTDESK_BOOTSTRAP_KEI", "FRONTDESK_BOOTSTRAP_KEY"],
  // As a setting is that has a new name.
  ["FRONTDESK_UNREAD_PER_TUNNEL", "FRONTDESK_BUFFER_PER_TUNNEL"],
])("%s causes a warning that names the nearest variable and no value", (name, nearest) => {
  expect(warningsOf({ [name]: "hunter2" })).toEqual([
    `${name} is not a variable of Frontdesk and is ignored. Did you mean ${nearest}?`,
  ]);
});

test("no variable that something reads causes a warning", () => {
  const names = Object.keys(optionsSchema.entries).map((name) => name.replace(/[A-Z]/g, "_$&").toUpperCase());
  for (const name of [...names, "STORAGE", "JSON", "BOOTSTRAP_KEY"])
    expect(warningsOf({ [`FRONTDESK_${name}_FILE`]: "/dev/null" })).toEqual([]);
  const others = [
    "KEY",
    "URL",
    "SMS_TOKEN",
    "TUNNEL_TOKEN",
    "MAILBOX",
    "MAILBOX_KEY",
    "KEY_FILE",
    "TUNNEL_TOKEN_FILE",
    "MCP_TOOLS",
    "UNKNOWN",
  ].map((name) => `FRONTDESK_${name}`);
  // An empty one sets nothing.
  expect(warningsOf({ ...Object.fromEntries(others.map((name) => [name, "x"])), FRONTDESK_UNKNOWN: "" })).toEqual([]);
  // Kubernetes describes each service so.
  expect(
    warningsOf({
      FRONTDESK_SERVICE_HOST: "10.0.0.1",
      FRONTDESK_SERVICE_PORT_HTTP: "8787",
      FRONTDESK_PORT_8787_TCP_ADDR: "10.0.0.1",
      FRONTDESK_PORT_53_UDP_PORT: "53",
      FRONTDESK_PORT_53_SCTP: "sctp://10.0.0.1:53",
    }),
  ).toEqual([]);
});

test("the server warns at its start, and so does each command on its storage", async () => {
  const env = { FRONTDESK_MAIL_DOMAINS: "hunter2" };
  const warning = "FRONTDESK_MAIL_DOMAINS is not a variable of Frontdesk and is ignored. Did you mean";
  const storage = `lmdb:${await makeFolder()}`;
  const server = await startServer(storage, [], env);
  await expect.poll(server.err).toContain(warning);
  expect(server.err()).not.toContain("hunter2");
  expect((await call(["key", "list", "--storage", storage], { env })).err).toContain(warning);
});
