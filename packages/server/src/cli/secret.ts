import { resolve } from "node:path";
import { createGroup, type Terminal } from "@frontdesk/basics/command-line";
import type { SecretRotation } from "../admin/secret-rotation.ts";
import { printAdmin } from "./print-admin.ts";
import { createStorageCommand, loadSettings } from "./settings.ts";

/** `frontdesk secret rotate` */
function rotate(terminal: Terminal) {
  return createStorageCommand(terminal, {
    name: "rotate",
    description:
      "Replaces the secret of the storage, while servers run. A generated secret is replaced at once. If you set FRONTDESK_SECRET, " +
      "name a file for the new one, which is created if it is missing; both open the storage until --finish.",
    examples: [
      "frontdesk secret rotate",
      "FRONTDESK_SECRET_FILE=old frontdesk secret rotate --new-secret-file new --storage redis://localhost:6379",
      "FRONTDESK_SECRET_FILE=new frontdesk secret rotate --finish --storage redis://localhost:6379",
    ],
  })
    .option("--new-secret-file <file>", "File with the new secret: 32 bytes in base64")
    .option("--finish", "Accept only the secret in FRONTDESK_SECRET from now on")
    .action(async ({ newSecretFile, finish, ...flags }) => {
      const settings = loadSettings(flags, terminal);
      // An absolute path, because a running server, which reads the file, may have another working directory.
      const file = newSecretFile === undefined ? {} : { file: resolve(newSecretFile) };
      const request = { do: "secret rotate", ...file, ...(finish && { finish }) } as const;
      await printAdmin(request, settings, terminal, (result) => [toSentence(result)]);
    });
}

/**
 * Says what a rotation has done, and what to do next. The operator's own secret is rotated in two steps, of which the second,
 * `--finish`, has no `file`. A generated secret is replaced in its `file` in one step.
 */
function toSentence({ file, finished }: SecretRotation): string {
  if (!finished)
    return `The secret in ${file} opens the storage too. Set FRONTDESK_SECRET_FILE to it on every server and restart each, then run: frontdesk secret rotate --finish`;
  return file === null
    ? "Only the secret in FRONTDESK_SECRET opens the storage now."
    : `Replaced the secret in ${file}. Backups made before need the old one.`;
}

/** `frontdesk secret …` */
export function secret(terminal: Terminal) {
  return createGroup(terminal, [rotate], {
    name: "secret",
    description: "Manages the secret that encrypts the storage.",
    examples: ["frontdesk secret rotate"],
  });
}
