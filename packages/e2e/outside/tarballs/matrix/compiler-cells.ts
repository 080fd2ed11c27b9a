import { program } from "../planted-mistakes.ts";
import type { Cell } from "./cell.ts";

const mistakes = program.split("\n").flatMap((line, index) => (line.endsWith("// mistake") ? [index + 1] : []));

const toConfig = (module: string, moduleResolution: string) =>
  JSON.stringify({
    compilerOptions: {
      module,
      moduleResolution,
      target: "es2022",
      lib: ["es2023", "dom"],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      noEmit: true,
      // The server takes a server of Node's; whoever has one has its declarations.
      types: ["node"],
    },
    files: ["program.ts"],
  });

const compilers = [
  { name: "5.9", folder: "typescript-5.9" },
  { name: "newest", folder: "typescript-newest" },
].flatMap((compiler) => [
  { ...compiler, kind: "NodeNext", config: toConfig("nodenext", "nodenext") },
  { ...compiler, kind: "Bundler", config: toConfig("esnext", "bundler") },
]);

/** What compilers and editors make of the declarations. */
export const compilerCells: Cell[] = compilers.map(({ name, folder, kind, config }) => ({
  place: `TypeScript ${name}, ${kind}`,
  tried: "skipLibCheck: false, exactOptionalPropertyTypes, planted mistakes",
  async try(user) {
    user.write({ "program.ts": program, "tsconfig.json": config });
    const tsc = `../../node_modules/${folder}/bin/tsc`;
    const version = await user.run(process.execPath, [tsc, "--version"]);
    const printed = await user.run("sh", ["-c", `"${process.execPath}" ${tsc} --pretty false -p . || true`]);
    const places = [...printed.matchAll(/^(\S+?)\((\d+),/gm)].map(([, file, line]) => ({ file, line: Number(line) }));
    const elsewhere = places.filter(({ file }) => file !== "program.ts");
    const reported = [...new Set(places.map(({ line }) => line))].sort((a, b) => a - b);
    if (elsewhere.length > 0 || reported.join() !== mistakes.join())
      throw new Error(`Lines ${mistakes.join()} are wrong, and these were reported:\n${printed}`);
    return `${version.replace("Version ", "")}: ${reported.length} of ${mistakes.length} reported, nothing else`;
  },
}));
