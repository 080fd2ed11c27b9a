import net from "node:net";
import tls from "node:tls";
import { SOCKET_HIGH_WATER_MARK } from "../wire/index.ts";
import { createOnRead, type OnBytes, readAsStream } from "./reading.ts";

/** Address of the app behind a tunnel. */
export interface AppTarget {
  host: string;
  port: number;
  /** Whether the app uses TLS. */
  https: boolean;
}

/** Opens a connection to the app and calls `onBytes` with what it sends. */
export type ConnectToApp = (onBytes: OnBytes) => net.Socket;

/**
 * Resolves `localhost` to both loopback addresses, IPv4 first. Does not query the system, which might return only one, or be slow. Node
 * sets `all` if it can try several addresses in turn.
 */
export function lookupLoopback(...[_host, options, callback]: Parameters<net.LookupFunction>): void {
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  if (options.all) callback(null, addresses);
  else callback(null, "127.0.0.1", 4);
}

/**
 * Creates a function that opens connections to the app. With TLS, certificates are not checked, because local apps use self-signed
 * ones, and HTTP/1.1 is requested, because the tunnel carries nothing else. Only plain sockets support `onread`, which saves memory
 * and time.
 */
export function createConnect({ host, port, https }: AppTarget): ConnectToApp {
  const lookup = host === "localhost" ? { lookup: lookupLoopback } : {};
  const address = {
    host,
    port,
    // The app may still respond after the end of the request, and reads on after the end of its response.
    allowHalfOpen: true,
    noDelay: true,
    autoSelectFamily: true,
    highWaterMark: SOCKET_HIGH_WATER_MARK,
    ...lookup,
  };
  if (!https) return (onBytes) => net.connect({ ...address, onread: createOnRead(onBytes) });
  const serverName = net.isIP(host) ? {} : { servername: host };
  const options = { ...address, ...serverName, rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] };
  return (onBytes) => readAsStream(tls.connect(options), onBytes);
}
