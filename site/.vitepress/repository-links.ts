import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

/** Folders of docs/ that are no pages of the site. */
const notOnSite = /^docs\/(?:packages|skill)\//;

/** Points links from pages to files outside of the site, such as a test, at the repository. */
export function linkToRepository(
  markdown: MarkdownRenderer,
  { root, repository }: { root: string; repository: string },
): void {
  const original = markdown.renderer.rules.link_open!;
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index]!;
    const path = toRepositoryPath(token.attrGet("href") ?? "", env.relativePath);
    if (path === null) return original(tokens, index, options, env, self);
    if (!existsSync(`${root}${path}`))
      throw new Error(`docs/${env.relativePath} links to ${path}, which does not exist`);
    token.attrSet("href", `${repository}/blob/main/${path}`);
    return original(tokens, index, options, env, self);
  };
}

/** Returns the path from the repository's root if a link leaves the site, else `null`. */
function toRepositoryPath(href: string, page: string): string | null {
  const isElsewhere = /^[a-z]+:|^#|^\//.test(href);
  if (isElsewhere) return null;
  const [target = ""] = href.split("#");
  const path = posix.join("docs", posix.dirname(page), decodeURI(target));
  const isPage = path.startsWith("docs/") && !notOnSite.test(path);
  return isPage ? null : path;
}
