import { register } from "node:module";

// The suite's server runs use no `globSync`, which Node has from 22 on; its import alone would end them on Node 20.
const hooks = `
  export async function resolve(specifier, context, next) {
    return specifier === "fs" && context.parentURL?.includes("/conformance/")
      ? { url: "with-glob:fs", shortCircuit: true }
      : next(specifier, context);
  }
  export async function load(url, context, next) {
    const source = 'export * from "node:fs"; export const globSync = () => [];';
    return url === "with-glob:fs" ? { format: "module", source, shortCircuit: true } : next(url, context);
  }
`;
if (Number(process.versions.node.split(".")[0]) < 22) register(`data:text/javascript,${encodeURIComponent(hooks)}`);
