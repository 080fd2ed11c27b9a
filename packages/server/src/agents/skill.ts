import { readFileSync } from "node:fs";
import type { Services } from "../context.ts";
import { toPackageSpec, unsafeDownloadReason } from "./client-packages.ts";

/**
 * Returns the agent skill document (interface section 4.1) with this server's URLs. Leaves out SMS if the server offers the earlier
 * edition of the API, which has none, and commands that download programs if a plain HTTP URL makes them unsafe.
 */
export function toSkill(services: Pick<Services, "facts" | "options">): string {
  template ??= readTemplate();
  const unsafeReason = unsafeDownloadReason(services);
  const hasSms = services.options.edition === "later";
  const document = hasSms ? template : withoutSms(template);
  const text = unsafeReason === null ? document : withoutDownloads(document, unsafeReason);
  // The template has the default server's URL.
  return text
    .replace(/http:\/\/localhost:8787\/downloads\/frontdesk-(mcp|tunnel)\.tgz/g, (_, name: "mcp" | "tunnel") =>
      toPackageSpec(services, name),
    )
    .replaceAll("http://localhost:8787", services.facts.publicUrl);
}

/**
 * Replaces commands that download and run a program by the installed program, and removes the remark with the other download: over plain
 * HTTP, somebody on the way could exchange the program. Appends why (`unsafeReason`) to the paragraph that begins with `Use the first way`.
 */
function withoutDownloads(text: string, unsafeReason: string): string {
  return text
    .replace(/ \(`npx -y \S+frontdesk-mcp\.tgz`\)/, "")
    .replace(/npx -y \S+\/frontdesk-tunnel\.tgz/g, "frontdesk-tunnel")
    .replace(/^(Use the first way.*)$/m, `$1 ${unsafeReason}`);
}

/** Removes the parts about SMS, which the earlier edition of the API lacks. */
function withoutSms(text: string): string {
  return text.replace(" by e-mail or SMS", " by e-mail").replace(/^## Receive a code by SMS\n.*?(?=^## )/ms, "");
}

let template: string | undefined;

/** Reads the agent skill document, which the MCP server and the docs share: next to this file in a build, else in `docs`. */
function readTemplate(): string {
  try {
    return readFileSync(new URL("./skill.md", import.meta.url), "utf8");
  } catch {
    return readFileSync(new URL("../../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");
  }
}
