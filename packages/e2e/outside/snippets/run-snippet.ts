import { transform } from "esbuild";
import { declares, given } from "./documented.ts";

/** Runs a snippet with what it takes for granted, and returns what an expression is behind it. */
export async function run(code: string, values: Record<string, unknown>, result: string): Promise<unknown> {
  const modules: Record<string, unknown> = {
    "@frontdesk/sdk": await import("@frontdesk/sdk"),
    "@frontdesk/sdk/codes": await import("@frontdesk/sdk/codes"),
    "@frontdesk/tunnel": await import("@frontdesk/tunnel"),
  };
  const bare = code.replace(/^import (\{[^}]*\}) from "([^"]+)";$/gm, 'const $1 = modules["$2"];');
  const names = Object.keys(given).filter((name) => !declares(code, name));
  const source = `export default async (modules, { ${names.join(", ")} }) => { ${bare}\nreturn ${result}; };`;
  const { code: plain } = await transform(source, { loader: "ts", format: "esm", target: "node20" });
  // Vite would resolve a module of its own; this one has everything it needs.
  const made = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(plain)}`);
  return made.default(modules, values);
}
