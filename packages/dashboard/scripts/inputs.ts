import type { Plugin } from "vite";

/** Writes down of which files the pages were made, as esbuild does, for the licences that go with them. */
export function inputs(): Plugin {
  return {
    name: "inputs",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      const outputs = Object.fromEntries(
        chunks.map(({ fileName, modules }) => [
          fileName,
          { inputs: Object.fromEntries(Object.keys(modules).map((path) => [path, {}])) },
        ]),
      );
      this.emitFile({ type: "asset", fileName: "metafile.json", source: JSON.stringify({ outputs }) });
    },
  };
}
