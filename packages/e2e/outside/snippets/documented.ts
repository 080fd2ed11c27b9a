import { readDocuments } from "../../test/documents.ts";

/** A block of code of a document. */
export interface Snippet {
  /** Such as `README.md:27`. */
  place: string;
  language: string;
  code: string;
}

/** Every block of code of README, CONTRIBUTING and `docs/` that names its language. */
export function readSnippets(): Snippet[] {
  return [...readDocuments()].flatMap(([path, text]) =>
    [...text.matchAll(/^```(\w+)[^\n]*\n(.*?)^```/gms)].map(({ index, 1: language = "", 2: code = "" }) => ({
      place: `${path}:${text.slice(0, index).split("\n").length + 1}`,
      language,
      code,
    })),
  );
}

/** What the documents take for granted, unless a snippet has it itself: a page under test, what an earlier snippet made. */
export const given: Record<string, string> = {
  page: "{ fill(field: string, value: string): Promise<void>; click(what: string): Promise<void> }",
  frontdesk: `import("@frontdesk/sdk").Frontdesk`,
  mailbox: `import("@frontdesk/sdk").RegisteredMailbox`,
  text: "string",
  html: "string",
  subject: "string",
};

export function declares(code: string, name: string): boolean {
  return new RegExp(`\\b(?:const|let|function|using) (?:\\{[^}]*)?\\b${name}\\b`).test(code);
}
