import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The `.jsonl` files that are meant: a file, those of a folder, or none where nothing is there. */
export function jsonlFiles(path: string): string[] {
  if (path === "" || !existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(path, name));
}

/** One JSON object a line, of the shape that the caller knows. */
export function readLines<Item>(file: string): Item[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line): Item => JSON.parse(line));
}
