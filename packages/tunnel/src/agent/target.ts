import net from "node:net";
import tls from "node:tls";

/** The app that a tunnel leads to. */
export interface Target {
  host: string;
  port: number;
  /** The app itself speaks TLS. */
  https: boolean;
}

/** Opens a connection to the app. */
export type Connect = () => net.Socket;

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
  const address = { host, port, allowHalfOpen: true, noDelay: true, autoSelectFamily: true, ...lookup };
  if (!https) return () => net.connect(address);
  // An app on a developer's machine has a certificate that no one vouches for, and is reached over loopback.
  return () =>
    tls.connect({
      ...address,
      rejectUnauthorized: false,
      ALPNProtocols: ["http/1.1"],
      ...(net.isIP(host) ? {} : { servername: host }),
    });
}
