import type { MailEvidence } from "./evidence.ts";
import { readFromDomain } from "./from-domain.ts";
import { isSigned, splitHeader } from "./header-fields.ts";
import { type DkimSignature, selectSignatures } from "./signatures.ts";
import { toSignedData } from "./signed-data.ts";

/** What a mail claims about its sender, as far as its own bytes agree with it. */
export interface Claims {
  /** Domain of the only address in From; `null` if there is not exactly one. */
  fromDomain: string | null;
  /** Whether the mail has any DKIM signature, of whatever domain. */
  isSigned: boolean;
  /** Signatures of the From domain whose body hash matches, with the bytes that they sign. */
  signatures: { signature: DkimSignature; signedData: Buffer }[];
}

/**
 * Reads from a mail's header what the mail claims about its sender: the domain in From, and the DKIM signatures that speak for it.
 * Signatures whose body hash is not that of the body are left out.
 */
export function readClaims({ header, bodyHashes }: MailEvidence): Claims {
  const fields = splitHeader(header);
  const fromDomain = readFromDomain(fields);
  const selected = fromDomain === null ? [] : selectSignatures(fields, fromDomain);
  return {
    fromDomain,
    isSigned: isSigned(fields),
    signatures: selected
      // `body` is the canonical form of the body that was signed: `simple` or `relaxed`.
      .filter((signature) => bodyHashes[signature.body] === signature.bodyHash)
      .map((signature) => ({ signature, signedData: toSignedData(signature, fields) })),
  };
}
