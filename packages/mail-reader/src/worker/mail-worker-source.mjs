// Older Node reads no TypeScript by itself: the thread of a reader that runs from its sources begins here.
import { register } from "tsx/esm/api";

register();
await import("./mail-worker.ts");
