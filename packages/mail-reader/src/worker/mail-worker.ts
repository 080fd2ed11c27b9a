import { parentPort } from "node:worker_threads";
import type { MailPart } from "../mime/mime-part.ts";
import { parseTree } from "../parse-tree.ts";
import type { ParseJob } from "./parser-queue.ts";
import { READY } from "./parser-worker.ts";

// The thread behind `createReadingThread`: one mail in, one mail out.
parentPort?.on("message", ({ root, envelope }: ParseJob) => {
  parentPort?.postMessage(parseTree(toBuffers(root), envelope));
});
parentPort?.postMessage(READY);

/** On their way between threads buffers turn into plain arrays of bytes. */
function toBuffers(root: MailPart): MailPart {
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    part.body = Buffer.from(part.body.buffer, part.body.byteOffset, part.body.byteLength);
    stack.push(...part.children);
  }
  return root;
}
