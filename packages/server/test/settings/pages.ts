import { closeSync, openSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { createServerLog } from "../../src/cli/log.ts";
import type { CreateServerOptions, ServerOptions } from "../../src/options/options.ts";
import { temporaryFolder } from "../storage/folder.ts";
import { type Checks, open } from "./check.ts";

/** What a stranger gets at a path. */
const pageAt = async (path: string, options: CreateServerOptions) => {
  const { server } = await open(options);
  const answer = await server.fetch(new Request(`http://desk.test${path}`));
  return { status: answer.status, text: await answer.text() };
};

/** What a log shows of a line of each level. */
function linesOf(options: Partial<Pick<ServerOptions, "logLevel" | "logFormat">>, isInteractive = false): string[] {
  const path = join(temporaryFolder().dir, "log");
  const fd = openSync(path, "w");
  const words: string[] = [];
  const stderr = vi.spyOn(process.stderr, "write").mockImplementation((line) => words.push(String(line)) > 0);
  try {
    const log = createServerLog({ logLevel: "debug", logFormat: "text", ...options }, isInteractive, () => fd);
    log.debug?.("Request");
    log.info("Mail stored");
    log.warn("Something is odd");
    log.error("The storage failed", new Error("no space"));
  } finally {
    stderr.mockRestore();
    closeSync(fd);
  }
  return [...words, ...readFileSync(path, "utf8").split("\n").filter(Boolean)];
}

/** What stands on pages and in logs. */
export const pageChecks = {
  async edition() {
    const editionOf = async (edition: "earlier" | "later") => {
      const desk = await open({ edition });
      const { body } = await desk.call("GET", "server/version", { token: null });
      return [body.edition, (await desk.call("POST", "sms/register", { body: {} })).status];
    };
    expect(await editionOf("later")).toEqual(["later", 200]);
    expect(await editionOf("earlier")).toEqual(["earlier", 404]);
  },

  async auditLog() {
    const path = join(temporaryFolder().dir, "audit.log");
    await open({ auditLog: path });
    expect(readFileSync(path, "utf8")).toContain('"action":"key.created"');
    await expect(open({ auditLog: join(path, "below") })).rejects.toThrow("--audit-log");
  },
  async publicMetrics() {
    expect(await pageAt("/metrics", { publicMetrics: true })).toMatchObject({ status: 200 });
    expect(await pageAt("/metrics", {})).toMatchObject({ status: 404 });
  },
  async dashboard() {
    expect((await pageAt("/", { dashboard: true })).text).toContain('<div id="app">');
    expect((await pageAt("/", { dashboard: false })).text).toContain("API reference");
  },
  async packagesPublished() {
    const publicUrl = "https://desk.example.com";
    const [own, published] = [`npx -y ${publicUrl}/downloads/`, "npx -y @frontdesk/"];
    expect((await pageAt("/llms.txt", { publicUrl, packagesPublished: true })).text).toContain(published);
    const page = (await pageAt("/llms.txt", { publicUrl })).text;
    expect([page.includes(own), page.includes(published)]).toEqual([true, false]);
  },
  async oauth() {
    const path = "/.well-known/oauth-authorization-server";
    const statusAt = async (options: Parameters<typeof pageAt>[1]) => (await pageAt(path, options)).status;
    const insecure = { publicUrl: "http://desk.example.com" };
    expect([await statusAt(insecure), await statusAt({ ...insecure, oauth: "on" })]).toEqual([404, 200]);
    expect([await statusAt({}), await statusAt({ oauth: "off" })]).toEqual([200, 404]);
  },
  async oauthCimd() {
    const offersDocuments = async (options: Parameters<typeof pageAt>[1]) =>
      (await pageAt("/.well-known/oauth-authorization-server", options)).text.includes("client_id_metadata_document");
    const publicUrl = "https://desk.example.com";
    expect([await offersDocuments({}), await offersDocuments({ oauthCimd: "on" })]).toEqual([false, true]);
    expect([await offersDocuments({ publicUrl }), await offersDocuments({ publicUrl, oauthCimd: "off" })]).toEqual([
      true,
      false,
    ]);
  },
  async companionApk() {
    const companionApk = join(temporaryFolder().dir, "app.apk");
    const path = "/downloads/frontdesk-companion.apk";
    expect(await pageAt(path, { companionApk })).toMatchObject({ status: 404 });
    await writeFile(companionApk, "an app");
    expect(await pageAt(path, { companionApk })).toEqual({ status: 200, text: "an app" });
  },

  async logLevel() {
    const levels = ["debug", "info", "warn", "error"] as const;
    for (const logFormat of ["text", "json"] as const)
      expect(levels.map((logLevel) => linesOf({ logLevel, logFormat }).length)).toEqual([4, 3, 2, 1]);
  },
  async logFormat() {
    const jsonLines = (logFormat: ServerOptions["logFormat"], isInteractive: boolean) =>
      linesOf({ logFormat }, isInteractive).filter((line) => line.startsWith("{")).length;
    expect([jsonLines("text", false), jsonLines("text", true)]).toEqual([0, 0]);
    expect([jsonLines("json", false), jsonLines("json", true)]).toEqual([4, 4]);
    expect([jsonLines("auto", false), jsonLines("auto", true)]).toEqual([4, 0]);
  },
} satisfies Checks;
