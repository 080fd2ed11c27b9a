import { parentPort } from "node:worker_threads";
import type { Part } from "../mime/mime-part.ts";
import { readTree } from "../read-tree.ts";
import { READY } from "./parser-worker.ts";
import type { ReadingJob } from "./reading-queue.ts";

// The thread behind `createReadingThread`: one mail in, one mail out.
parentPort?.on("message", ({ root, envelope }: ReadingJob) => {
  parentPort?.postMessage(readTree(toBuffers(root), envelope));
});
parentPort?.postMessage(READY);

/** On their way between threads buffers turn into plain arrays of bytes. */
function toBuffers(root: Part): Part {
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    part.body = Buffer.from(part.body.buffer, part.body.byteOffset, part.body.byteLength);
    stack.push(...part.children);
  }
  return root;
}
