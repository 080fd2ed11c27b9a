import { readFileSync } from "node:fs";
import { toPackageSpec, unsafeDownloadReason } from "./client-packages.ts";
import type { Services } from "./context.ts";

/** The agent skill document, with this server's own address in it (interface section 4.1). */
export function toSkill(services: Pick<Services, "facts" | "options">): string {
  template ??= readTemplate();
  const refusal = unsafeDownloadReason(services);
  const own = services.options.edition === "earlier" ? withoutSms(template) : template;
  const text = refusal === null ? own : withoutPrograms(own, refusal);
  return text
    .replace(/http:\/\/localhost:8787\/downloads\/frontdesk-(mcp|tunnel)\.tgz/g, (_, name: "mcp" | "tunnel") =>
      toPackageSpec(services, name),
    )
    .replaceAll("http://localhost:8787", services.facts.publicUrl);
}

/** Names the programs as installed already, and says why none is to be had from here. */
function withoutPrograms(text: string, refusal: string): string {
  return text
    .replace(/ \(`npx -y \S+frontdesk-mcp\.tgz`\)/, "")
    .replace(/npx -y \S+\/frontdesk-tunnel\.tgz/g, "frontdesk-tunnel")
    .replace(/^(Use the first way.*)$/m, `$1 ${refusal}`);
}

/** The earlier edition has no text messages. */
function withoutSms(text: string): string {
  return text.replace(" by e-mail or SMS", " by e-mail").replace(/^## Receive a code by SMS\n.*?(?=^## )/ms, "");
}

let template: string | undefined;

/** One source for this server, the MCP server and the docs. Built: beside this file. In the sources: in `docs`. */
function readTemplate(): string {
  try {
    return readFileSync(new URL("./skill.md", import.meta.url), "utf8");
  } catch {
    return readFileSync(new URL("../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");
  }
}
