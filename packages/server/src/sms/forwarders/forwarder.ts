/** The server and SMS inbox to which a phone forwards its SMS. */
export interface ForwarderTarget {
  /** URL of the server, without a trailing slash. */
  url: string;
  /** The SMS key, `svcsms_…`. */
  token: string;
  /** Id of the SMS inbox. Only apps that cannot send the key need it. */
  id: string | null;
  /** The numbers of SIM 1 and, if there is one, SIM 2. */
  phones: readonly [string, string?];
}

/** An SMS as the phone passes it to an app. */
export interface ForwardedSms {
  sender: string;
  body: string;
  /** Ms since 1970. */
  receivedAt: number;
  /** The SIM slot on which it arrived. */
  sim: 1 | 2;
}

/** The HTTP request that an app sends for one SMS. */
export interface ForwarderRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** An app that forwards a phone's SMS to this server: how to set it up, and what it sends. */
export interface Forwarder {
  /** Name of the app and its project. */
  title: string;
  platform: "android" | "ios";
  /** Returns the setup instructions, line by line. */
  setup(target: ForwarderTarget): string[];
  /** Limitations that the user must know. */
  warnings: string[];
  /** Returns a file for the import dialog of apps that have one. */
  toImportFile?(target: ForwarderTarget): string;
  /** Returns the request that the app sends for an SMS if it is set up as above. */
  toRequest(target: ForwarderTarget, sms: ForwardedSms): ForwarderRequest;
}

/** Returns the URL to which apps send SMS. */
export const pushUrl = ({ url }: Pick<ForwarderTarget, "url">) => `${url}/svc-api/sms/push`;

/** Returns the number of the SIM on which an SMS arrived; that of SIM 1 if SIM 2 has none. */
export const phoneOf = ({ phones }: ForwarderTarget, { sim }: Pick<ForwardedSms, "sim">) =>
  (sim === 2 && phones[1]) || phones[0];

/** Returns the phone's SIMs with their numbers: SIM 1, and SIM 2 if the phone has two numbers. */
export function simsOf({ phones }: ForwarderTarget): { sim: 1 | 2; phone: string }[] {
  const [first, second] = phones;
  return [{ sim: 1, phone: first }, ...(second ? [{ sim: 2 as const, phone: second }] : [])];
}
