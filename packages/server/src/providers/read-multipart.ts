import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { Problem } from "../problem.ts";
import { maxTextBytes } from "./long-texts.ts";
import { ProviderError } from "./provider-error.ts";

/** Fields and files of one form. */
const maxParts = 1_000;
/** Characters of a field's name. The parser has a limit for the names of URL-encoded forms alone. */
const maxNameLength = 256;

/** A form whose attachments were dropped. */
export interface MultipartForm {
  fields: Map<string, string | string[]>;
  /** Chunks of the file in the field `message`, which is a raw mail; `null` if there is none. */
  message: Uint8Array[] | null;
}

/**
 * Reads a `multipart/form-data` body while it arrives. Of the files, keeps only that of the field `message`, which is a whole raw mail.
 * A listener of the parser must not throw, so the error about an exceeded limit is thrown at the end.
 *
 * @throws ProviderError or what the chunks throw
 */
export async function readMultipart(chunks: AsyncIterable<Uint8Array>, contentType: string): Promise<MultipartForm> {
  const form: MultipartForm = { fields: new Map(), message: null };
  let problem: ProviderError | undefined;
  try {
    const parser = createParser(contentType);
    parser.on("field", (name, value, _isNameCut, isValueCut) => {
      if (isValueCut) problem = new ProviderError("too_large", "A text of the form has more than 2 MiB.");
      else if (name.length > maxNameLength)
        problem = new ProviderError("too_large", `The name of a field has more than ${maxNameLength} characters.`);
      else addField(form.fields, name, value);
    });
    parser.on("file", (name, file) => {
      // The parser fails with the same error. Without a listener here too, it would end the process.
      file.on("error", () => {});
      const isRawMail = name === "message";
      if (!isRawMail) {
        file.resume();
        return;
      }
      const message = form.message ?? [];
      form.message = message;
      file.on("data", (chunk: Uint8Array) => message.push(chunk));
    });
    const onTooMany = () => {
      problem = new ProviderError("too_large", `The form has more than ${maxParts} parts.`);
    };
    parser.on("partsLimit", onTooMany).on("fieldsLimit", onTooMany).on("filesLimit", onTooMany);
    await pipeline(Readable.from(chunks), parser);
  } catch (error) {
    const isFromChunks = error instanceof Problem || error instanceof ProviderError;
    if (isFromChunks) throw error;
    throw new ProviderError("invalid", "The body is not a valid form of multipart/form-data.");
  }
  if (problem) throw problem;
  return form;
}

function createParser(contentType: string) {
  const limits = { fieldSize: maxTextBytes, parts: maxParts };
  return new Busboy({ headers: { "content-type": contentType }, limits });
}

/** Adds a form's field to `fields`. A repeated field becomes a list. */
export function addField(fields: MultipartForm["fields"], name: string, value: string): void {
  const existing = fields.get(name);
  if (existing === undefined) fields.set(name, value);
  else if (Array.isArray(existing)) existing.push(value);
  else fields.set(name, [existing, value]);
}
