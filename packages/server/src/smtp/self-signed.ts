// Loaded with `import()`, because it is large and most starts need no new certificate.
export { generate } from "selfsigned";
