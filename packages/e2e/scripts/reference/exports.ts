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
  /** Returns whether an export of these entries is on this page. @default all are */
  holds?: (item: Export) => boolean;
}

/** An export, as a page shows it. */
interface Export {
  name: string;
  /** The text below its heading. */
  text: string;
}

const sdkInboxes =
  /^(?:Mailbox|MailboxAlias|AliasOptions|SmsInbox|FoundCode|FoundLink|SmsFindOptions|FindOptions|\w*WaitOptions)$/;
const isOfInboxes = ({ name }: Export) => sdkInboxes.test(name);
const isErrorOrType = (item: Export) =>
  !isOfInboxes(item) && (item.name.endsWith("Error") || item.text.startsWith("```typescript\ntype "));

/** Pages of exports by file name. The SDK has several: browsers of phones take long to lay out a single one. */
export const exportsPages: Record<string, ExportsPage> = {
  "sdk.md": {
    title: "SDK",
    introduction:
      "The functions and clients of `@frontdesk/sdk`, from their doc comments. Examples: [First code](../tutorials/first-code.md), [Webhooks](../how-to/webhooks.md), [Authenticators](../how-to/authenticators.md). Further pages: [inboxes and waits](sdk-inboxes.md), [errors and types](sdk-types.md), [codes in texts, and one-time passwords](sdk-codes.md).",
    folder: "packages/sdk/src/",
    entries: { "@frontdesk/sdk": "index" },
    holds: (item) => !isOfInboxes(item) && !isErrorOrType(item),
  },
  "sdk-inboxes.md": {
    title: "SDK: inboxes and waits",
    introduction:
      "Mailboxes and SMS inboxes of `@frontdesk/sdk`, and the waits for their messages. [SDK](sdk.md) has the functions that open them. Why no code is lost or stale: [Waiting](../explanation/waiting.md).",
    folder: "packages/sdk/src/",
    entries: { "@frontdesk/sdk": "index" },
    holds: isOfInboxes,
  },
  "sdk-types.md": {
    title: "SDK: errors and types",
    introduction:
      "Errors and types of `@frontdesk/sdk`. What to do about each error code: [Errors](errors.md). Records such as `AgentKey` are the API's: [openapi.yaml](../../openapi.yaml) has their fields.",
    folder: "packages/sdk/src/",
    entries: { "@frontdesk/sdk": "index" },
    holds: isErrorOrType,
  },
  "sdk-codes.md": {
    title: "SDK: codes in texts",
    introduction:
      "What finds codes and links in texts without a server, and what computes one-time passwords. How codes are found: [Codes](../explanation/codes.md).",
    folder: "packages/sdk/src/",
    entries: {
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
    const pages = Object.entries(exportsPages).map(([file, page]) => [file, toPage(page, out)] as const);
    return Object.fromEntries(pages.map(([file, text]) => [file, redirectLinks(text, file, new Map(pages))]));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function toPage({ title, introduction, folder, entries, holds = () => true }: ExportsPage, out: string): string {
  const sections = Object.entries(entries).map(([name, file]) => {
    const path = join(folder.replace("packages/", ""), file).replace(/[\\/]index$/, "");
    const text = shorten(readFileSync(join(out, `${path}.md`), "utf8"));
    const parts = text.split(/^(?=### )/m).filter((part) => holds(toExport(part)));
    return `## ${name}\n\n${parts.join("").trim()}`;
  });
  return `${banner}# ${title}\n\n${introduction}\n\n${sections.join("\n\n")}\n`;
}

/** Reads the part of a page that begins with the heading of an export: `### name()` for a function, else `### name`. */
function toExport(part: string): Export {
  const [, name = "", text = ""] = /^### (\w+)[^\n]*\n+(.*)/s.exec(part) ?? [];
  return { name, text };
}

/** Points the links of a page to TypeDoc's own files at our pages: the one of the same package that has the heading. */
function redirectLinks(page: string, file: string, pages: ReadonlyMap<string, string>): string {
  return page.replace(/\]\(([\w./-]*\.md)?#([\w-]+)\)/g, (_link, path: string | undefined, anchor: string) => {
    const isTarget = ([, { folder }]: [string, ExportsPage]) => path?.includes(`${folder.split("/")[1]}/src`);
    const target = Object.entries(exportsPages).find(isTarget)?.[0] ?? file;
    const isOfSamePackage = (each: string) => exportsPages[each]?.folder === exportsPages[target]?.folder;
    const candidates = [target, ...pages.keys()].filter(isOfSamePackage);
    const owner = candidates.find((each) => hasHeading(pages.get(each) ?? "", anchor)) ?? target;
    return owner === file ? `](#${anchor})` : `](${owner}#${anchor})`;
  });
}

/** Returns whether a page has the heading of an anchor: `### expectCode()` is `#expectcode`. */
function hasHeading(page: string, anchor: string): boolean {
  const headings = page.match(/^#{2,5} .*$/gm) ?? [];
  return headings.some((heading) => heading.toLowerCase().replace(/[^\w-]/g, "") === anchor);
}
