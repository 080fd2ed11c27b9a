// Worker entry point when running from sources: older Node versions need a loader for TypeScript.
import { register } from "tsx/esm/api";

register();
await import("./authentication-worker.ts");
