import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { ServerOptions } from "../options/options.ts";
import { type CheckResult, checkResults, orNullWithin } from "./check-result.ts";

const connectTimeoutMs = 4_000;

/** A port that the server listens on, or will listen on. */
interface PortToCheck {
  protocol: string;
  host: string;
  port: number;
  /** Flag that sets the port, without `--`. */
  flag: string;
  /** Returns whether the program that has the port responds as this server would. */
  isOurs(host: string, port: number): Promise<boolean>;
}

/** Checks the HTTP and the SMTP port. */
export function checkPorts(options: ServerOptions): Promise<CheckResult[]> {
  const { host, port, smtpHost, smtpPort } = options;
  const ports: PortToCheck[] = [
    { protocol: "HTTP", host, port, flag: "port", isOurs: isFrontdesk },
    {
      protocol: "SMTP",
      host: smtpHost,
      port: smtpPort,
      flag: "smtp-port",
      // Any SMTP server counts as this one: its greeting is not compared.
      isOurs: async (connectHost, connectPort) => (await readSmtpGreeting(connectHost, connectPort)) !== null,
    },
  ];
  return Promise.all(ports.map(checkPort));
}

/** Checks that the server can open the port, or that a running server has it. */
async function checkPort({ protocol, host, port, flag, isOurs }: PortToCheck): Promise<CheckResult> {
  const { ok, fail } = checkResults("port");
  const portName = `${protocol} on ${host}:${port}`;
  if (port === 0) return ok(`${protocol} uses any free port.`);
  const errorCode = await tryToListen(host, port);
  if (errorCode === null) return ok(`${portName} is free for the server.`);
  if (errorCode === "EADDRINUSE") {
    if (await isOurs(toConnectHost(host), port)) return ok(`${portName} responds.`);
    return fail(`${portName} is used by another program.`, `Stop that program (ss -ltnp), or set another --${flag}.`);
  }
  if (errorCode === "EACCES")
    return fail(
      `This user may not open ${portName}.`,
      "Ports below 1024 need the capability CAP_NET_BIND_SERVICE; deploy/frontdesk.service grants it.",
    );
  // Mostly the host is no address of this machine. Each port's flag has one for its host: `--smtp-port`, `--smtp-host`.
  return fail(
    `${portName} cannot be opened (${errorCode}).`,
    `Use an IP address of this machine: --${flag.replace("port", "host")}.`,
  );
}

/** Opens the port for a moment. Returns `null` if that works, else the system's error code, such as `EADDRINUSE`. */
async function tryToListen(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), "listening");
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown reason";
  } finally {
    server.close();
  }
}

/** Returns the host to connect to. A server on all interfaces is reached by loopback. */
const toConnectHost = (host: string) => (host === "0.0.0.0" || host === "::" ? "localhost" : host);

/** Returns whether the API's version endpoint responds at this port, and names Frontdesk. */
async function isFrontdesk(host: string, port: number): Promise<boolean> {
  const isIPv6 = host.includes(":");
  const urlHost = isIPv6 ? `[${host}]` : host;
  const versionUrl = `http://${urlHost}:${port}/svc-api/server/version`;
  // `null` if it fails. The signal stops the request itself, which `orNullWithin` would leave running.
  const response = await orNullWithin(
    connectTimeoutMs,
    fetch(versionUrl, { signal: AbortSignal.timeout(connectTimeoutMs) }),
  );
  const body: unknown = response && (await orNullWithin(connectTimeoutMs, response.json()));
  return (body as { name?: unknown } | null)?.name === "frontdesk";
}

/** Reply code of an SMTP server that is ready (RFC 5321 section 4.2.3). */
const greetingCode = "220";

/** Returns an SMTP server's greeting, or `null` if there is none. */
export async function readSmtpGreeting(host: string, port: number): Promise<string | null> {
  const socket = connect({ host, port });
  // For an error after the greeting, which would end the process if nothing listened. One before it makes `once` fail.
  socket.on("error", () => {});
  const [line] = (await orNullWithin(connectTimeoutMs, once(socket, "data"))) ?? [];
  socket.destroy();
  const text = String(line ?? "");
  return text.startsWith(greetingCode) ? text.split("\r", 1)[0]! : null;
}
