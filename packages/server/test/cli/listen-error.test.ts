import { expect, test } from "vitest";
import { toListenError } from "../../src/cli/listen-error.ts";

const options = {
  port: 8787,
  host: "127.0.0.1",
  smtpPort: 2525,
  smtpHost: "0.0.0.0",
  adminPort: 9090,
  adminHost: "nope.invalid",
};
const failure = (facts: object) => Object.assign(new Error("listen failed"), facts);

test.each([
  [{ code: "EADDRINUSE", port: 8787, address: "127.0.0.1" }, /^--port 8787: another program uses this port \(127/],
  [{ code: "EADDRINUSE", port: 2525, address: "0.0.0.0" }, /^--smtp-port 2525: another program uses this port/],
  [{ code: "EADDRINUSE", port: 9090, address: "127.0.0.1" }, /^--admin-port 9090: .* or set another --admin-port;/],
  [{ code: "ENOTFOUND", hostname: "nope.invalid" }, /^--admin-host: this machine has no IP address nope\.invalid\./],
  [{ code: "EACCES", port: 2525 }, /^--smtp-port 2525: permission denied/],
  [{ code: "EADDRNOTAVAIL", port: 8787, address: "10.9.8.7" }, /^--host: this machine has no IP address 10\.9\.8\.7\./],
  [{ code: "EADDRINUSE", port: 7000, address: "10.0.0.1" }, /^--port 7000: another program uses this port \(10\.0/],
  [{ code: "ENOTFOUND", port: 2525 }, /^--smtp-host: this machine has no IP address 0\.0\.0\.0\./],
])("%j is reported with the flag that changes it", (facts, message) => {
  expect(String((toListenError(failure(facts), options) as Error).message)).toMatch(message);
});

test("if both flags name one port, the mail port is reported", () => {
  const both = { ...options, smtpPort: 8787 };
  const error = failure({ code: "EADDRINUSE", port: 8787, address: "0.0.0.0" });
  expect((toListenError(error, both) as Error).message).toMatch(/^--smtp-port 8787/);
});

test("of ports that are named twice, the one that opens later is reported", () => {
  const names = ["--port", "--admin-port", "--provider-port", "--smtp-port"];
  const fields = ["port", "adminPort", "providerPort", "smtpPort"] as const;
  const host = "127.0.0.1";
  const hosts = { host, adminHost: host, providerHost: host, smtpHost: host };
  for (const [at, first] of fields.entries())
    for (const [distance, second] of fields.slice(at + 1).entries()) {
      const ports = { port: 1, adminPort: 2, providerPort: 3, smtpPort: 4, [first]: 7000, [second]: 7000 };
      const error = toListenError(failure({ code: "EADDRINUSE", port: 7000, address: host }), { ...hosts, ...ports });
      expect((error as Error).message).toContain(`${names[at + 1 + distance]} 7000: another program`);
    }
});

test("any other error is unchanged", () => {
  for (const error of [failure({ code: "EMFILE", port: 8787 }), new Error("other"), "text"])
    expect(toListenError(error, options)).toBe(error);
});
