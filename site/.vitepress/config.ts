import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitepress";
import llmstxt from "vitepress-plugin-llms";
import { linkToRepository } from "./repository-links.ts";
import { readSidebar } from "./sidebar.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { homepage, description } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const repository = homepage.replace(/#.*$/, "");

/** Resolves what pages import from here: they are outside of this package and would not find it. */
const resolveFromSite = (): Plugin => ({
  name: "resolve-from-site",
  enforce: "pre",
  resolveId(id, importer) {
    const isOfPage = importer?.startsWith(`${root}docs/`) && /^vue(?:\/|$)/.test(id);
    return isOfPage ? this.resolve(id, `${root}site/package.json`, { skipSelf: true }) : null;
  },
});

export default defineConfig({
  title: "Frontdesk",
  description,
  lang: "en",
  srcDir: `${root}docs`,
  outDir: `${root}site/dist`,
  cacheDir: `${root}site/node_modules/.cache`,
  // Texts of the packages, and the skill that servers hand out.
  srcExclude: ["packages/**", "skill/**"],
  cleanUrls: true,
  metaChunk: true,
  // No icon, rather than a request that gets 404.
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (markdown) => linkToRepository(markdown, { root, repository }),
  },
  vite: {
    // The second writes every page also as .md, with llms.txt and llms-full.txt.
    plugins: [resolveFromSite(), llmstxt({ injectLLMHint: false })],
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: readSidebar(`${root}docs/`),
    nav: [
      { text: "First code", link: "/tutorials/first-code" },
      { text: "Reference", link: "/reference/configuration" },
      { text: "Compare", link: "/compare/mailpit" },
    ],
    socialLinks: [{ icon: "github", link: repository }],
    editLink: { pattern: `${repository}/edit/main/docs/:path` },
  },
});
