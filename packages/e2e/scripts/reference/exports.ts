import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Application, type TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { banner } from "./markdown.ts";
import { shorten } from "./shorten.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

interface ExportsPage {
  title: string;
  introduction: string;
  /** Folder of the package's sources. */
  folder: string;
  /** Source files by the name with which they are imported. */
  entries: Record<string, string>;
}

/** Pages of exports by file name. */
export const exportsPages: Record<string, ExportsPage> = {
  "sdk.md": {
    title: "SDK",
    introduction:
      "Every export of `@frontdesk/sdk`, from its doc comments. Examples: [First code](../tutorials/first-code.md), [Webhooks](../how-to/webhooks.md), [Authenticators](../how-to/authenticators.md). Records such as `AgentKey` are the API's: [openapi.yaml](../../openapi.yaml) has their fields.",
    folder: "packages/sdk/src/",
    entries: {
      "@frontdesk/sdk": "index",
      "@frontdesk/sdk/codes": "codes",
      "@frontdesk/sdk/codes/all": "codes-all",
      "@frontdesk/sdk/totp": "totp",
    },
  },
  "testing.md": {
    title: "Testing",
    introduction:
      "Every export of `@frontdesk/testing`, from its doc comments. `expect` of `@frontdesk/testing/playwright` is Playwright's own. Examples: [Test a sign-up](../tutorials/test-a-sign-up.md).",
    folder: "packages/testing/src/",
    entries: {
      "@frontdesk/testing": "index",
      "@frontdesk/testing/playwright": "playwright/index",
      "@frontdesk/testing/playwright/setup": "playwright/setup",
      "@frontdesk/testing/vitest": "vitest/index",
      "@frontdesk/testing/msw": "msw",
    },
  },
  "server.md": {
    title: "Server",
    introduction:
      "Every export of `@frontdesk/server`, for programs that embed it, from its doc comments. Guide: [Embed the server](../how-to/embedding.md). The options are the settings: [Configuration](configuration.md) has their units and defaults.",
    folder: "packages/server/src/",
    entries: { "@frontdesk/server": "index" },
  },
  "tunnel.md": {
    title: "Tunnel client",
    introduction: "Every export of `@frontdesk/tunnel`, from its doc comments. Guide: [Tunnels](../how-to/tunnels.md).",
    folder: "packages/tunnel/src/",
    entries: { "@frontdesk/tunnel": "index" },
  },
};

const options: TypeDocOptions & PluginOptions = {
  plugin: ["typedoc-plugin-markdown"],
  tsconfig: `${root}tsconfig.sources.json`,
  readme: "none",
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  // `npm run typecheck` does.
  skipErrorChecking: true,
  logLevel: "Error",
  sort: ["source-order"],
  groupOrder: ["Functions", "Variables", "Interfaces", "Classes", "Type Aliases"],
  blockTags: [
    "@description",
    "@default",
    "@throws",
    "@example",
    "@deprecated",
    "@see",
    "@remarks",
    "@param",
    "@returns",
  ],
  outputFileStrategy: "modules",
  entryFileName: "index",
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hidePageTitle: true,
  hideGroupHeadings: true,
  useCodeBlocks: true,
  typeDeclarationVisibility: "compact",
  parametersFormat: "table",
  propertiesFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeDeclarationFormat: "table",
};

/** Renders the pages of exports with TypeDoc, in one run, because each reads all sources. */
export async function toExportsPages(): Promise<Record<string, string>> {
  const out = mkdtempSync(join(tmpdir(), "frontdesk-reference-"));
  try {
    const sources = Object.values(exportsPages).flatMap(({ folder, entries }) =>
      Object.values(entries).map((file) => `${root}${folder}${file}.ts`),
    );
    const app = await Application.bootstrapWithPlugins({ ...options, entryPoints: sources, out });
    const project = await app.convert();
    if (!project) throw new Error("TypeDoc cannot read the sources.");
    await app.generateOutputs(project);
    return Object.fromEntries(Object.entries(exportsPages).map(([file, page]) => [file, toPage(page, out)]));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function toPage({ title, introduction, folder, entries }: ExportsPage, out: string): string {
  const sections = Object.entries(entries).map(([name, file]) => {
    const path = join(folder.replace("packages/", ""), file).replace(/[\\/]index$/, "");
    const text = readFileSync(join(out, `${path}.md`), "utf8");
    return `## ${name}\n\n${redirectLinks(shorten(text), folder)}`;
  });
  return `${banner}# ${title}\n\n${introduction}\n\n${sections.join("\n\n")}\n`;
}

/** Points links to TypeDoc's own files at our pages. */
function redirectLinks(text: string, ownFolder: string): string {
  return text.replace(/\]\(([\w./-]+)\.md#/g, (_link, path: string) => {
    const isOf = ({ folder }: ExportsPage) => folder !== ownFolder && path.includes(`${folder.split("/")[1]}/src`);
    const other = Object.entries(exportsPages).find(([, page]) => isOf(page));
    return other ? `](${other[0]}#` : "](#";
  });
}
