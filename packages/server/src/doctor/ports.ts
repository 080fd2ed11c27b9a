import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { ServerOptions } from "../options/options.ts";
import { type CheckResult, checkResults, withTimeout } from "./check-result.ts";

/** Milliseconds that one connection may take. */
const connectTimeoutMs = 4_000;

/** A port of this machine that the server listens on, or would. */
interface PortToCheck {
  what: string;
  host: string;
  port: number;
  flag: string;
  isOurs(host: string, port: number): Promise<boolean>;
}

export function checkPorts(options: ServerOptions): Promise<CheckResult[]> {
  const { host, port, smtpHost, smtpPort } = options;
  const ports: PortToCheck[] = [
    { what: "HTTP", host, port, flag: "port", isOurs: isFrontdesk },
    {
      what: "SMTP",
      host: smtpHost,
      port: smtpPort,
      flag: "smtp-port",
      isOurs: async (...at) => (await readSmtpGreeting(...at)) !== null,
    },
  ];
  return Promise.all(ports.map(checkPort));
}

async function checkPort({ what, host, port, flag, isOurs }: PortToCheck): Promise<CheckResult> {
  const { ok, fail } = checkResults("port");
  const shown = `${what} on ${host}:${port}`;
  if (port === 0) return ok(`${what} takes any free port.`);
  const fault = await tryToListen(host, port);
  if (fault === null) return ok(`${shown} is free for the server.`);
  if (fault === "EADDRINUSE") {
    if (await isOurs(toConnectHost(host), port)) return ok(`${shown} answers.`);
    return fail(`${shown} is taken by something else.`, `Stop that program (ss -ltnp), or give another --${flag}.`);
  }
  if (fault === "EACCES")
    return fail(
      `${shown} may not be opened by this user.`,
      "Ports below 1024 need the right CAP_NET_BIND_SERVICE: deploy/frontdesk.service gives it.",
    );
  return fail(
    `${shown} cannot be opened (${fault}).`,
    `Give an address of this machine: --${flag.replace("port", "host")}.`,
  );
}

async function tryToListen(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    await once(server.listen({ host, port, exclusive: true }), "listening");
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown reason";
  } finally {
    server.close();
  }
}

/** An address that means all of them is reached by loopback. */
const toConnectHost = (host: string) => (host === "0.0.0.0" || host === "::" ? "localhost" : host);

async function isFrontdesk(host: string, port: number): Promise<boolean> {
  const base = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const answer = await withTimeout(
    connectTimeoutMs,
    fetch(`${base}/svc-api/server/version`, { signal: AbortSignal.timeout(connectTimeoutMs) }),
  );
  const body: unknown = answer && (await withTimeout(connectTimeoutMs, answer.json()));
  return typeof body === "object" && body !== null && "name" in body && body.name === "frontdesk";
}

/** What an SMTP server says first, or `null` for one that says nothing, or is none. */
export async function readSmtpGreeting(host: string, port: number): Promise<string | null> {
  const socket = connect({ host, port });
  socket.on("error", () => {});
  const [line] = (await withTimeout(connectTimeoutMs, once(socket, "data"))) ?? [];
  socket.destroy();
  const text = String(line ?? "");
  return text.startsWith("220") ? text.split("\r", 1)[0]! : null;
}
