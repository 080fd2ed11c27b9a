import { type BodyHash, type Canonicalization, createBodyHash } from "./body-hash.ts";

/** What a mail says about its sender: enough for a verdict, without the mail. */
export interface MailEvidence {
  /** The client's name in EHLO. */
  helo: string;
  /** The header as it came, as a latin1 string. */
  header: string;
  /** SHA-256 of the body in base64, for each canonical form that a signature uses. */
  bodyHashes: Partial<Record<Canonicalization, string>>;
}

/** Collects the evidence while a mail arrives. */
export interface EvidenceCollector {
  write(chunk: Buffer): void;
  /** Returns the evidence; `null` if the header is too long to check. */
  end(): MailEvidence | null;
}

/** Signature fields that are looked at. A mail can have thousands. */
export const MAX_SIGNATURE_FIELDS = 50;
/** Longer headers are not checked. */
const MAX_HEADER_BYTES = 64 * 1024;
const EMPTY_LINES = [Buffer.from("\n\r\n"), Buffer.from("\n\n")];
const LF = 0x0a;
const CR = 0x0d;
const NO_BYTES = Buffer.alloc(0);
/** Bytes of an empty line that may lie in the previous chunk. */
const EMPTY_LINE_OVERLAP = 2;

/**
 * Creates a collector for one mail that is being received. It keeps the header, and hashes the body in the canonical
 * forms that its DKIM signatures use. The signatures are checked later.
 */
export function createEvidenceCollector({ helo }: { helo: string }): EvidenceCollector {
  let header: Buffer = NO_BYTES;
  /** The header as text; `null` until it is complete. */
  let headerText: string | null = null;
  const hashes: Partial<Record<Canonicalization, BodyHash>> = {};

  /** Adds a chunk to the header. Returns the first bytes of the body, or `null` while the header is not complete. */
  function addToHeader(chunk: Buffer): Buffer | null {
    const searchStart = Math.max(0, header.length - EMPTY_LINE_OVERLAP);
    header = header.length === 0 ? chunk : Buffer.concat([header, chunk]);
    const bodyStart = findBody(header, searchStart);
    if (bodyStart === null) return null;
    const body = header.subarray(bodyStart);
    header = header.subarray(0, bodyStart);
    return body;
  }

  function hashBody(chunk: Buffer): void {
    hashes.simple?.write(chunk);
    hashes.relaxed?.write(chunk);
  }

  return {
    /** Collects the header; once it is complete, hashes the body as its DKIM signatures require. */
    write(chunk) {
      if (headerText !== null) return hashBody(chunk);
      if (header.length > MAX_HEADER_BYTES) return;
      const body = addToHeader(chunk);
      if (body === null || header.length > MAX_HEADER_BYTES) return;
      headerText = header.toString("latin1");
      for (const form of findBodyForms(headerText)) hashes[form] = createBodyHash(form);
      hashBody(body);
    },
    /** Returns the header and the body hashes; `null` if the header is too long to be checked. A mail may have no body. */
    end() {
      if (header.length > MAX_HEADER_BYTES) return null;
      const bodyHashes: MailEvidence["bodyHashes"] = {};
      if (hashes.simple) bodyHashes.simple = hashes.simple.digest();
      if (hashes.relaxed) bodyHashes.relaxed = hashes.relaxed.digest();
      return { helo, header: headerText ?? header.toString("latin1"), bodyHashes };
    },
  };
}

/**
 * Returns the offset after the empty line that ends the header, or `null` if there is none. `searchStart` skips bytes that were
 * searched before.
 */
function findBody(bytes: Buffer, searchStart: number): number | null {
  // An empty header: the mail begins with the empty line.
  if (bytes[0] === LF) return 1;
  if (bytes[0] === CR && bytes[1] === LF) return 2;
  const ends = EMPTY_LINES.map((emptyLine) => {
    const index = bytes.indexOf(emptyLine, searchStart);
    return index < 0 ? Number.POSITIVE_INFINITY : index + emptyLine.length;
  });
  const first = Math.min(...ends);
  return Number.isFinite(first) ? first : null;
}

const SIGNATURE_NAME = "dkim-signature";
/** The tag that asks for the relaxed form of the body. */
const RELAXED_BODY = /;\s*c\s*=\s*[a-z]+\/relaxed\s*(?:;|$)/;

/**
 * Returns the canonical forms of the body (RFC 6376, 3.4) that the DKIM signatures in a header may use. A quick search:
 * it may find a form that no valid signature uses.
 */
function findBodyForms(header: string): Set<Canonicalization> {
  const forms = new Set<Canonicalization>();
  const text = header.toLowerCase();
  let start = text.indexOf(SIGNATURE_NAME);
  // There are two forms, so the search ends when both were found.
  for (let count = 0; start >= 0 && count < MAX_SIGNATURE_FIELDS && forms.size < 2; ) {
    let next = start + 1;
    const isFieldStart = start === 0 || text[start - 1] === "\n";
    if (isFieldStart) {
      count += 1;
      next = findFieldEnd(text, start);
      const field = text.slice(start, next);
      // Without `c=…/relaxed`, the form is `simple`.
      if (!RELAXED_BODY.test(field)) forms.add("simple");
      if (field.includes("relaxed")) forms.add("relaxed");
    }
    start = text.indexOf(SIGNATURE_NAME, next);
  }
  return forms;
}

/** Returns the offset after a header field. A line that begins with a blank or tab continues the field (RFC 5322, 2.2.3). */
function findFieldEnd(text: string, start: number): number {
  for (let end = text.indexOf("\n", start); end >= 0; end = text.indexOf("\n", end + 1))
    if (text[end + 1] !== " " && text[end + 1] !== "\t") return end + 1;
  return text.length;
}
