import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeFolder, pack } from "../unpack.ts";

const run = promisify(execFile);

/** What users put the packages into, at the versions that are tried. */
const tools = {
  "@hono/node-server": "2.1.8",
  "@types/node": "20.19.43",
  esbuild: "0.28.2",
  express: "5.3.0",
  fastify: "5.12.8",
  h3: "2.0.8",
  hono: "4.13.19",
  jest: "30.5.2",
  miniflare: "4.20260426.0",
  next: "16.4.6",
  react: "19.3.1",
  "react-dom": "19.3.1",
  srvx: "1.0.8",
  "typescript-5.9": "npm:typescript@5.9.3",
  "typescript-newest": "npm:typescript@7.0.2",
  vite: "8.3.8",
  vitest: "4.1.12",
};

/** Runtimes, which are not to be had for every machine: what needs one that is missing is skipped. */
const runtimes = {
  bun: "1.4.5",
  "node-18": `npm:node-${process.platform}-${process.arch}@18.20.8`,
  "node-20": `npm:node-${process.platform}-${process.arch}@20.19.5`,
  "node-22": `npm:node-${process.platform}-${process.arch}@22.23.3`,
  "node-24": `npm:node-${process.platform}-${process.arch}@24.21.0`,
};

/** An empty folder below the place where npm has installed the tarballs and the tools. */
export interface User {
  folder: string;
  write(files: Record<string, string>): void;
  /** What a program prints. The command may be one that a package of the place brings. */
  run(command: string, args: string[], env?: Record<string, string>): Promise<string>;
  /** Where a runtime is, or `null`. */
  runtime(name: keyof typeof runtimes): string | null;
}

/**
 * Packs the packages and has npm install them once, outside of the workspace. Whatever each needs stands in its own manifest:
 * that nothing is taken from its neighbours is tried where each is alone (`short.test.ts`).
 */
export async function installOnce(): Promise<(name: string) => User> {
  const place = makeFolder("matrix");
  const tarballs = pack("sdk", "testing", "tunnel", "server");
  const own = Object.entries(tarballs).map(([name, tarball]) => [`@frontdesk/${name}`, `file:${tarball}`]);
  writeFileSync(
    join(place, "package.json"),
    JSON.stringify({
      private: true,
      dependencies: { ...tools, ...Object.fromEntries(own) },
      optionalDependencies: runtimes,
    }),
  );
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];
  await run("npm", ["install", ...flags], { cwd: place, maxBuffer: 1e8 });
  const bin = join(place, "node_modules/.bin");

  return (name) => {
    const folder = join(place, "users", name);
    const write = (files: Record<string, string>) => {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      }
    };
    write({ "package.json": JSON.stringify({ name: "user", private: true, type: "module" }) });
    return {
      folder,
      write,
      async run(command, args, env = {}) {
        const own = join(bin, command);
        const found = existsSync(own) ? own : command;
        try {
          const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...rest } = process.env;
          return (await run(found, args, { cwd: folder, env: { ...rest, ...env }, maxBuffer: 1e8 })).stdout.trim();
        } catch (error) {
          // What execFile throws holds what was printed.
          const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
          throw new Error(`${command} ${args.join(" ")}\n${stdout}\n${stderr}`, { cause: error });
        }
      },
      runtime(name) {
        const binary = join(place, "node_modules", name, "bin", name === "bun" ? "bun.exe" : "node");
        if (name === "node-20" && process.version.startsWith("v20.")) return process.execPath;
        return existsSync(binary) ? binary : null;
      },
    };
  };
}
