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

/** Resolves `localhost` to both loopback addresses, IPv4 first, without a query to the system. */
export const lookupLoopback: net.LookupFunction = (_host, options, callback) => {
  // `localhost` is both. A query to the system might return only one, or be slow. Node sets `all` if it can try several in turn.
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  if (options.all) callback(null, addresses);
  else callback(null, "127.0.0.1", 4);
};

/** Creates a function that opens connections to the app: plain TCP, or TLS without a check of the certificate. */
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
  // `onread` saves memory and time, but TLS sockets do not support it.
  if (!https) return (onBytes) => net.connect({ ...address, onread: createOnRead(onBytes) });
  // Certificates are not checked: local apps use self-signed ones, and the connection usually is loopback. The tunnel carries
  // HTTP/1.1 only.
  const secure = { ...address, rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] };
  // The server name of TLS must not be an IP address.
  const options = net.isIP(host) ? secure : { ...secure, servername: host };
  return (onBytes) => readAsStream(tls.connect(options), onBytes);
}
