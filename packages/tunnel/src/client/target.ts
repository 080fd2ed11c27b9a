import net from "node:net";
import tls from "node:tls";
import { SOCKET_HIGH_WATER_MARK } from "../wire/index.ts";
import { readAsStream, readingInto, type TakeBytes } from "./reading.ts";

/** The app that a tunnel leads to. */
export interface Target {
  host: string;
  port: number;
  /** The app itself speaks TLS. */
  https: boolean;
}

/** Opens a connection to the app, whose bytes go to `take`. */
export type Connect = (take: TakeBytes) => net.Socket;

/** `localhost` without asking the system: both loopback addresses, the older one first. */
export const lookupLoopback: net.LookupFunction = (_host, options, callback) => {
  const both = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  if (options.all) callback(null, both);
  else callback(null, "127.0.0.1", 4);
};

export function createConnect({ host, port, https }: Target): Connect {
  const lookup = host === "localhost" ? { lookup: lookupLoopback } : {};
  const address = {
    host,
    port,
    allowHalfOpen: true,
    noDelay: true,
    autoSelectFamily: true,
    highWaterMark: SOCKET_HIGH_WATER_MARK,
    ...lookup,
  };
  if (!https) return (take) => net.connect({ ...address, onread: readingInto(take) });
  // An app on a developer's machine has a certificate that no one vouches for, and is reached over loopback.
  const secure = { ...address, rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] };
  return (take) => readAsStream(tls.connect(net.isIP(host) ? secure : { ...secure, servername: host }), take);
}
