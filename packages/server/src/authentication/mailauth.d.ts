// Parts of mailauth that have no types of their own.

declare module "mailauth/lib/tools.js" {
  /**
   * Looks up and checks a DKIM key. @throws Error with a `code`: that of DNS, or one such as `ESHORTKEY` for an unusable record
   */
  export function getPublicKey(
    type: "DKIM",
    name: string,
    minBitLength: number,
    resolver: (name: string, type: string) => Promise<unknown>,
  ): Promise<{ publicKey: string; rr: string }>;
}

declare module "mailauth/lib/spf/index.js" {
  export function spf(options: {
    sender: string;
    ip: string;
    helo: string;
    mta: string;
    resolver: (name: string, type: string) => Promise<unknown>;
  }): Promise<{
    domain: string;
    status: { result: "pass" | "fail" | "softfail" | "neutral" | "none" | "permerror" | "temperror" };
  }>;
}

declare module "mailauth/lib/dmarc/get-dmarc-record.js" {
  /** Resolves to the tags of the domain's DMARC record, or its organizational domain's; to `false` if there is none. */
  export default function getDmarcRecord(
    domain: string,
    resolver: (name: string, type: string) => Promise<unknown>,
  ): Promise<false | { adkim?: string; aspf?: string }>;
}
