import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { root } from "../documents.ts";

/** A regular expression as it stands in a package's sources. */
export interface Found {
  /** From `packages/` on. */
  file: string;
  line: number;
  source: string;
  flags: string;
}

export interface Expressions {
  literals: Found[];
  /** Where one is put together while the program runs. */
  composed: string[];
}

/** Every regular expression of the packages' sources. */
export function findExpressions(): Expressions {
  const found: Expressions = { literals: [], composed: [] };
  for (const file of sourceFiles()) {
    const tree = ts.createSourceFile(
      file,
      readFileSync(`${root}packages/${file}`, "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        const end = node.text.lastIndexOf("/");
        found.literals.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") {
        found.composed.push(file);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}

function sourceFiles(): string[] {
  return readdirSync(`${root}packages`).flatMap((name) =>
    readdirSync(`${root}packages/${name}`).includes("src")
      ? readdirSync(`${root}packages/${name}/src`, { recursive: true, encoding: "utf8" })
          .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path))
          .map((path) => `${name}/src/${path}`)
      : [],
  );
}
