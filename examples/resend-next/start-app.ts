import { spawn } from "node:child_process";

/** Starts the app under test with these variables besides its own, by the command APP. Resolves when it is ready. */
export async function startApp(variables: Record<string, string>) {
  const [command = "", ...words] = (process.env.APP ?? "tsx serve-routes.ts").split(" ");
  const env = { ...process.env, ...variables };
  const app = spawn(command, words, { env, stdio: ["ignore", "pipe", "inherit"] });
  const url = await readUrl(app.stdout.iterator({ destroyOnReturn: false }));
  app.stdout.resume();
  return {
    async signUp(method: "POST" | "PUT", fields: object): Promise<unknown> {
      const response = await fetch(`${url}/api/sign-up`, { method, body: JSON.stringify(fields) });
      return response.json();
    },
    async [Symbol.asyncDispose]() {
      app.kill();
    },
  };
}

/** Returns the URL that the app prints before or beside the word Ready. */
async function readUrl(output: AsyncIterable<Buffer>): Promise<string> {
  let printed = "";
  for await (const chunk of output) {
    printed += chunk;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    if (url && printed.includes("Ready")) return url;
  }
  throw new Error(`The app ended before it was ready: ${printed}`);
}
