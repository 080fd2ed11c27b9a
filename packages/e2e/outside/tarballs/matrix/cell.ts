import type { User } from "./shared-install.ts";

/** One place into which users put the packages, and what must work there. */
export interface Cell {
  /** Such as `Node 22, require`. */
  place: string;
  /** What is tried, in a few words. */
  tried: string;
  /** Says what was seen. @throws Skip where the machine lacks what it takes */
  try(user: User): Promise<string>;
}

/** Thrown for a cell that this machine cannot try. */
export class Skip extends Error {
  override readonly name = "Skip";
}

export const code = "482913";

/** Waits for a code from the server in memory; leaves it in `found`. */
export const wait = `const desk = await createTestFrontdesk();
  const { key, address } = await desk.frontdesk.mailboxes.register();
  const mailbox = openMailbox({ baseUrl: desk.url, key, fetch: desk.fetch });
  const found = await mailbox.expectCode(() => desk.deliverMail({ to: address, text: "Your code is ${code}." }));`;
export const imports = `import { openMailbox } from "@frontdesk/sdk"; import { createTestFrontdesk } from "@frontdesk/testing";`;
export const requires = `const { openMailbox } = require("@frontdesk/sdk"); const { createTestFrontdesk } = require("@frontdesk/testing");`;

/** @throws Error when a program printed another line last. */
export function lastLine(printed: string, wanted: string): string {
  const last = printed.split("\n").at(-1) ?? "";
  if (last !== wanted) throw new Error(`The last line should be ${wanted}:\n${printed}`);
  return last;
}
