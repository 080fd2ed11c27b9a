import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts the app under test with these variables besides its own. Resolves when it is ready. */
export async function startApp(variables: Record<string, string>) {
  const env = { ...process.env, VERIFY_SERVICE_SID: `VA${"0".repeat(32)}`, ...variables };
  const app = spawn(process.execPath, ["app.mjs"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(app.stdout, "data");
  const [url] = /http:\S+/.exec(String(line)) ?? [];
  return {
    async post(path: string, fields: object): Promise<Record<string, unknown>> {
      const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(fields) });
      return (await response.json()) as Record<string, unknown>;
    },
    async [Symbol.asyncDispose]() {
      app.kill();
    },
  };
}
