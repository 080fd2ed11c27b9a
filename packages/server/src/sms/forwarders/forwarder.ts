/** Where a phone's texts are to go. */
export interface ForwarderTarget {
  /** Of the server, without a trailing slash. */
  url: string;
  /** The SMS token's key, `svcsms_…`. */
  token: string;
  /** The SMS token's id; only apps that can't send the key need it. */
  id: string | null;
  /** The numbers of SIM 1 and, where there is one, SIM 2. */
  phones: readonly [string, string?];
}

/** A text as Android hands it to an app. */
export interface ReceivedText {
  sender: string;
  body: string;
  /** Ms since 1970. */
  receivedAt: number;
  /** The slot it arrived in. */
  sim: 1 | 2;
}

/** What an app sends for one text. */
export interface ForwarderRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** An existing Android app that brings texts to `POST /svc-api/sms/push`, as far as a self-hoster sets it up. */
export interface Forwarder {
  /** How its makers call it. */
  title: string;
  /** What to type where, line by line. */
  setup(target: ForwarderTarget): string[];
  /** What its user must know before trusting it. */
  warnings: string[];
  /** A file its import dialog reads, where it has one. */
  toImportFile?(target: ForwarderTarget): string;
  /** The request this app, set up so, makes of a text. */
  toRequest(target: ForwarderTarget, text: ReceivedText): ForwarderRequest;
}

export const pushUrl = ({ url }: Pick<ForwarderTarget, "url">) => `${url}/svc-api/sms/push`;

/** The number of the SIM a text arrived in. */
export const phoneOf = ({ phones }: ForwarderTarget, { sim }: Pick<ReceivedText, "sim">) =>
  (sim === 2 && phones[1]) || phones[0];

/** Each SIM with its number. */
export function simsOf({ phones }: ForwarderTarget): { sim: 1 | 2; phone: string }[] {
  const [first, second] = phones;
  return [{ sim: 1, phone: first }, ...(second ? [{ sim: 2 as const, phone: second }] : [])];
}
