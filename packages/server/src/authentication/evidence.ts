import { type BodyHash, type Canonicalization, createBodyHash } from "./body-hash.ts";

/** What a mail says about its sender: enough for a verdict, without the mail. */
export interface MailEvidence {
  /** The client's name in EHLO. */
  helo: string;
  /** The header as it came, as a latin1 string, which keeps every byte that a signature signs. */
  header: string;
  /** SHA-256 of the body in base64, for each canonical form that a signature uses. */
  bodyHashes: Partial<Record<Canonicalization, string>>;
}

/** Signature fields that are looked at. A mail can have thousands. */
export const MAX_SIGNATURE_FIELDS = 50;
/** Longer headers are not checked. */
const MAX_HEADER_BYTES = 64 * 1024;
/** The two forms of an empty line, with the end of the line before it. */
const LF_CR_LF = Buffer.from("\n\r\n");
const LF_LF = Buffer.from("\n\n");
const LF = 0x0a;
const CR = 0x0d;
const NO_BYTES = Buffer.alloc(0);
/** Bytes of an empty line that may lie in the previous chunk. */
const EMPTY_LINE_OVERLAP = 2;

/** Collects the evidence while a mail arrives. */
export interface EvidenceCollector {
  write(chunk: Buffer): void;
  /** Returns the evidence; `null` if the header is too long to check. */
  end(): MailEvidence | null;
}

/**
 * Collects the evidence of one mail while it arrives. It keeps the header, and hashes the body in the canonical forms that its
 * DKIM signatures use. The signatures are checked later. A class, because closures of each mail cost more to collect as garbage.
 */
export class MailEvidenceCollector implements EvidenceCollector {
  readonly #helo: string;
  /** The bytes of a header that is not complete yet, or too long; empty once it is complete. */
  #partialHeader: Buffer = NO_BYTES;
  /** The header as text; `null` until it is complete. */
  #headerText: string | null = null;
  #simple: BodyHash | null = null;
  #relaxed: BodyHash | null = null;

  /** `helo` is the client's name in EHLO. */
  constructor({ helo }: { helo: string }) {
    this.#helo = helo;
  }

  /** Collects the header; once it is complete, hashes the body as its DKIM signatures require. */
  write(chunk: Buffer): void {
    if (this.#headerText === null) this.#addToHeader(chunk);
    else this.#hashBody(chunk);
  }

  /**
   * Adds a chunk to the header. If that completes it (the empty line at its end may have begun in the chunk before), begins to hash the
   * body, which starts in the rest of the chunk, in the canonical forms (RFC 6376, 3.4) that the header's DKIM signatures use.
   */
  #addToHeader(chunk: Buffer): void {
    if (this.#partialHeader.length > MAX_HEADER_BYTES) return;
    const searchStart = Math.max(0, this.#partialHeader.length - EMPTY_LINE_OVERLAP);
    const bytes = this.#partialHeader.length === 0 ? chunk : Buffer.concat([this.#partialHeader, chunk]);
    const bodyStart = findBody(bytes, searchStart);
    if (bodyStart === null || bodyStart > MAX_HEADER_BYTES) {
      // A header that is too long is kept too, for `end` to see its length.
      this.#partialHeader = bytes;
      return;
    }
    this.#headerText = bytes.toString("latin1", 0, bodyStart);
    this.#partialHeader = NO_BYTES;
    const usedForms = findBodyForms(this.#headerText);
    if (usedForms.simple) this.#simple = createBodyHash("simple");
    if (usedForms.relaxed) this.#relaxed = createBodyHash("relaxed");
    this.#hashBody(bytes.subarray(bodyStart));
  }

  /**
   * Returns the evidence after the last chunk: the header, and the body's hash in each form that a signature uses. Returns `null` if
   * the header is too long to be checked.
   */
  end(): MailEvidence | null {
    const isHeaderTooLong = this.#partialHeader.length > MAX_HEADER_BYTES;
    if (isHeaderTooLong) return null;
    const bodyHashes: MailEvidence["bodyHashes"] = {};
    if (this.#simple) bodyHashes.simple = this.#simple.digest();
    if (this.#relaxed) bodyHashes.relaxed = this.#relaxed.digest();
    // A mail without a body may end before the empty line that completes the header.
    const header = this.#headerText ?? this.#partialHeader.toString("latin1");
    return { helo: this.#helo, header, bodyHashes };
  }

  #hashBody(chunk: Buffer): void {
    this.#simple?.write(chunk);
    this.#relaxed?.write(chunk);
  }
}

/**
 * Returns the offset after the empty line that ends the header, or `null` if there is none. It is the first line if the header is
 * empty. `searchStart` skips bytes that were searched before.
 */
function findBody(bytes: Buffer, searchStart: number): number | null {
  if (bytes[0] === LF) return 1;
  if (bytes[0] === CR && bytes[1] === LF) return 2;
  // The empty line may end with LF alone, as some programs send it. The first of either kind counts.
  const start = indexAfter(bytes, LF_CR_LF, searchStart);
  // Only an earlier one counts, so the body is not searched for it.
  return indexAfter(start === null ? bytes : bytes.subarray(0, start), LF_LF, searchStart) ?? start;
}

/** Returns the offset after the first occurrence of a text from `start` on; `null` if there is none. */
function indexAfter(bytes: Buffer, text: Buffer, start: number): number | null {
  const index = bytes.indexOf(text, start);
  return index < 0 ? null : index + text.length;
}

const SIGNATURE_FIELD_NAME = "dkim-signature";
/** The tag that asks for the relaxed form of the body. */
const RELAXED_BODY_TAG = /;\s*c\s*=\s*[a-z]+\/relaxed\s*(?:;|$)/;

type BodyForms = Readonly<Record<Canonicalization, boolean>>;

/**
 * Returns the canonical forms of the body (RFC 6376, 3.4) that the DKIM signatures in a header may use. Without `c=…/relaxed` a
 * signature uses `simple`. A quick search: a signature that names `relaxed` in another way counts as both, which costs only a hash.
 */
function findBodyForms(header: string): BodyForms {
  const forms = { simple: false, relaxed: false };
  const text = header.toLowerCase();
  let start = text.indexOf(SIGNATURE_FIELD_NAME);
  // A mail can have thousands of signatures. No later step reads more of them than this.
  for (let count = 0; start >= 0 && count < MAX_SIGNATURE_FIELDS; ) {
    let next = start + 1;
    const isFieldStart = start === 0 || text[start - 1] === "\n";
    if (isFieldStart) {
      count += 1;
      next = findFieldEnd(text, start);
      const field = text.slice(start, next);
      if (!RELAXED_BODY_TAG.test(field)) forms.simple = true;
      if (field.includes("relaxed")) forms.relaxed = true;
    }
    if (forms.simple && forms.relaxed) break;
    start = text.indexOf(SIGNATURE_FIELD_NAME, next);
  }
  return forms;
}

/** Returns the offset after a header field. A line that begins with a blank or tab continues the field (RFC 5322, 2.2.3). */
function findFieldEnd(text: string, start: number): number {
  for (let end = text.indexOf("\n", start); end >= 0; end = text.indexOf("\n", end + 1))
    if (text[end + 1] !== " " && text[end + 1] !== "\t") return end + 1;
  return text.length;
}
