import { type BodyHash, type Canonicalization, createBodyHash } from "./body-hash.ts";
import { readFromDomain } from "./from-domain.ts";
import { splitHeader } from "./header-fields.ts";
import { type DkimSignature, selectSignatures } from "./signatures.ts";
import { toSignedData } from "./signed-data.ts";

/** What a mail says about its sender: enough for a verdict, without the mail. */
export interface MailEvidence {
  /** The client's name in EHLO. */
  helo: string;
  /** Domain of the only address in From; `null` if there is not exactly one. */
  fromDomain: string | null;
  /** Whether the mail has any DKIM signature, of whatever domain. */
  isSigned: boolean;
  /** Signatures of the From domain whose body hash matches, with the bytes that they sign. */
  signatures: { signature: DkimSignature; signedData: Buffer }[];
}

/** Collects the evidence while a mail arrives. */
export interface EvidenceCollector {
  write(chunk: Buffer): void;
  /** Returns the evidence; `null` if the header is too long to check. */
  end(): MailEvidence | null;
}

/** Longer headers are not checked. */
const MAX_HEADER_BYTES = 64 * 1024;
const EMPTY_LINES = [Buffer.from("\n\r\n"), Buffer.from("\n\n")];
/** Bytes of an empty line that may lie in the previous chunk. */
const EMPTY_LINE_OVERLAP = 2;

/** Creates a collector for one mail. It keeps the header, and hashes the body if a signature may count. */
export function createEvidenceCollector({ helo }: { helo: string }): EvidenceCollector {
  let header: Buffer = Buffer.alloc(0);
  let parsed: ReturnType<typeof parseHeader> | null = null;

  /** Adds a chunk to the header. Returns the bytes after it, once it is complete. */
  function addToHeader(chunk: Buffer): Buffer | null {
    const searchStart = Math.max(0, header.length - EMPTY_LINE_OVERLAP);
    header = header.length === 0 ? chunk : Buffer.concat([header, chunk]);
    const bodyStart = findBody(header, searchStart);
    if (bodyStart === null) return null;
    const rest = header.subarray(bodyStart);
    header = header.subarray(0, bodyStart);
    return rest;
  }

  return {
    write(chunk) {
      if (parsed) return parsed.writeBody(chunk);
      if (header.length > MAX_HEADER_BYTES) return;
      const body = addToHeader(chunk);
      if (body === null || header.length > MAX_HEADER_BYTES) return;
      parsed = parseHeader(header);
      parsed.writeBody(body);
    },
    end() {
      if (header.length > MAX_HEADER_BYTES) return null;
      return { helo, ...(parsed ?? parseHeader(header)).end() };
    },
  };
}

/** Returns the offset after the empty line that ends the header, or `null`. */
function findBody(bytes: Buffer, searchStart: number): number | null {
  if (bytes[0] === 0x0a) return 1;
  if (bytes[0] === 0x0d && bytes[1] === 0x0a) return 2;
  const ends = EMPTY_LINES.map((emptyLine) => {
    const index = bytes.indexOf(emptyLine, searchStart);
    return index < 0 ? Number.POSITIVE_INFINITY : index + emptyLine.length;
  });
  const first = Math.min(...ends);
  return Number.isFinite(first) ? first : null;
}

/** Reads the header and prepares the body hashes that its signatures need. */
function parseHeader(header: Buffer) {
  const fields = splitHeader(header);
  const fromDomain = readFromDomain(fields);
  const selected = fromDomain === null ? [] : selectSignatures(fields, fromDomain);
  const hashes = new Map<Canonicalization, BodyHash>();
  for (const { body } of selected) if (!hashes.has(body)) hashes.set(body, createBodyHash(body));
  const candidates = selected.map((signature) => ({ signature, signedData: toSignedData(signature, fields) }));
  const isSigned = fields.some(({ name }) => name === "dkim-signature");
  return {
    writeBody(chunk: Buffer): void {
      for (const hash of hashes.values()) hash.write(chunk);
    },
    end(): Omit<MailEvidence, "helo"> {
      const digests = new Map([...hashes].map(([canonicalization, hash]) => [canonicalization, hash.digest()]));
      const signatures = candidates.filter(({ signature }) => digests.get(signature.body) === signature.bodyHash);
      return { fromDomain, isSigned, signatures };
    },
  };
}
