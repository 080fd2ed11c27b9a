import { parentPort } from "node:worker_threads";
import { type MailPart, walkParts } from "../mime/mime-part.ts";
import { parseTree } from "../parse-tree.ts";
import type { ParseJob } from "./parser-queue.ts";
import { READY } from "./parser-worker.ts";

// Entry point of the worker thread: receives a mail tree, responds with the parsed mail.
// `parentPort` is `null` only outside of a worker thread, where this file is not run.
parentPort?.on("message", ({ root, envelope }: ParseJob) => {
  parentPort?.postMessage(parseTree(toBuffers(root), envelope));
});
parentPort?.postMessage(READY);

/** Restores the buffers of a mail in place: messages to a thread turn them into plain `Uint8Array`s (structured cloning). */
function toBuffers(root: MailPart): MailPart {
  for (const part of walkParts(root)) {
    part.body = Buffer.from(part.body.buffer, part.body.byteOffset, part.body.byteLength);
  }
  return root;
}
