import { readFileSync } from "node:fs";
import { errorMessage } from "@frontdesk/basics";
import * as v from "valibot";
import { parse } from "yaml";
import { TunnelOptionsError } from "../client/errors.ts";

const tunnelSchema = v.strictObject({
  token: v.optional(v.string()),
  token_file: v.optional(v.string()),
  port: v.number(),
  host: v.optional(v.string()),
  https: v.optional(v.boolean()),
  host_header: v.optional(v.string()),
  basic_auth: v.optional(v.string()),
  allow_ip: v.optional(v.array(v.string())),
  share: v.optional(v.boolean()),
  indexable: v.optional(v.boolean()),
});

const configSchema = v.strictObject({
  url: v.optional(v.string()),
  tunnels: v.pipe(v.array(tunnelSchema), v.minLength(1)),
});

/** A file with several tunnels. */
export type TunnelConfig = v.InferOutput<typeof configSchema>;

/** Reads a YAML or JSON file. Errors name the file and the field. */
export function readConfig(path: string): TunnelConfig {
  let content: unknown;
  try {
    content = parse(readFileSync(path, "utf8"));
  } catch (error) {
    // Only the first line: the parser then quotes the lines around the mistake, which may contain a token.
    const [reason] = errorMessage(error).split("\n", 1);
    throw new TunnelOptionsError(`config: ${path} cannot be read: ${reason}`);
  }
  const checked = v.safeParse(configSchema, content);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  const invalidPart = v.getDotPath(issue) ?? "the file";
  throw new TunnelOptionsError(`config: ${path}: ${invalidPart}: ${issue.message}`);
}
