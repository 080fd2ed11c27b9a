import { type ClassStyles, isSeen, type Look, lookOf, readClassStyles } from "./style.ts";
import { createTagReader, type Tag } from "./tags.ts";

/** Elements that hold nothing. */
const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** Elements that need no closing, with what ends them beside their own. */
const ends: Record<string, RegExp> = {
  p: /^(?:p|div|table|ul|ol|dl|h[1-6]|blockquote|center|pre|form|section|article|hr|address)$/,
  li: /^li$/,
  td: /^(?:td|th|tr|tbody)$/,
  th: /^(?:td|th|tr|tbody)$/,
  tr: /^(?:tr|tbody)$/,
  dt: /^d[dt]$/,
  dd: /^d[dt]$/,
  option: /^option$/,
};
const scopes = /^(?:td|th|table|caption)$/;
/** How far a closing tag looks for what it closes. */
const reach = 200;

interface Element {
  name: string;
  start: number;
  look: Look;
  /** Where it begins, if it is the one that hides. */
  hides: number | null;
}

interface Cuts {
  ranges: [from: number, to: number][];
  /** Elements that are never closed, by their places. */
  endless: Set<number>;
  /** Whether one of them hides something. */
  swallows: boolean;
}

export interface HiddenOptions {
  /** Tags that are looked at; what comes behind them is left as it is. @default 100_000 */
  tags?: number;
}

/**
 * A page without what a person does not see: `hidden`, `display: none`, no size, no opacity, the colour of what is behind, out
 * of sight, `<template>`, comments. All else stays to the letter. An element that is never closed hides nothing, or
 * one slip would swallow the page.
 */
export function withoutHidden(html: string, { tags = 100_000 }: HiddenOptions = {}): string {
  let cuts = findCuts(html, new Set(), tags);
  if (cuts.swallows) cuts = findCuts(html, cuts.endless, tags);
  if (cuts.ranges.length === 0) return html;
  const kept: string[] = [];
  let at = 0;
  for (const [from, to] of cuts.ranges) {
    kept.push(html.slice(at, from));
    at = to;
  }
  kept.push(html.slice(at));
  return kept.join("");
}

function findCuts(html: string, ignored: Set<number>, most: number): Cuts {
  const reader = createTagReader(html);
  const classes: ClassStyles = new Map();
  const sheets = /<style\b/i.test(html);
  const page: Look = {
    gone: false,
    invisible: false,
    tiny: false,
    indented: false,
    color: null,
    // A style sheet may colour what is behind in ways that are not read here.
    background: sheets && /background/i.test(html) ? null : "ffffff",
  };
  const ranges: Cuts["ranges"] = [];
  const open: Element[] = [];
  const counts = new Map<string, number>();
  const top = () => open.at(-1)?.look ?? page;
  const cut = (from: number, to: number) => {
    if (to <= from) return;
    // What was cut inside is a part of it.
    while ((ranges.at(-1)?.[0] ?? -1) >= from) ranges.pop();
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  };
  const pop = (to: number) => {
    const element = open.pop();
    if (!element) return;
    counts.set(element.name, (counts.get(element.name) ?? 1) - 1);
    if (element.hides !== null) cut(element.hides, to);
  };

  function close({ name, start, end }: Tag) {
    if (!counts.get(name)) return;
    const from = Math.max(0, open.length - reach);
    for (let at = open.length - 1; at >= from; at -= 1) {
      const element = open[at];
      if (element?.name === name) {
        while (open.length > at + 1) pop(start);
        pop(end);
        return;
      }
      if (element && scopes.test(element.name) && !/^t|^caption/.test(name)) return;
    }
  }

  let at = 0;
  for (let tags = 0; tags < most; tags += 1) {
    const tag = reader.next(at);
    if (!tag) break;
    const outside = top();
    if (!outside.gone && !isSeen(outside)) cut(at, tag.start);
    at = tag.end;
    if (tag.name === "") {
      if (html.startsWith("<!--", tag.start)) cut(tag.start, tag.end);
      continue;
    }
    if (tag.closes) {
      if (tag.name === "a" && !isSeen(outside)) cut(tag.start, tag.end);
      close(tag);
      continue;
    }
    at = reader.skip(tag);
    if (at > tag.end) {
      if (tag.name === "style" && !outside.gone) readClassStyles(html.slice(tag.end, at), classes);
      if (tag.name === "template") cut(tag.start, at);
      continue;
    }
    const last = open.at(-1);
    if (last && ends[last.name]?.test(tag.name)) pop(tag.start);
    const around = top();
    const own = around.gone ? around : lookOf(tag.attributes, around, classes);
    const look = own.gone && !around.gone && ignored.has(tag.start) ? { ...own, gone: false } : own;
    const hides = look.gone && !around.gone;
    if (empty.test(tag.name)) {
      if (look.gone || !isSeen(around)) cut(tag.start, tag.end);
      continue;
    }
    if (tag.name === "a" && !look.gone && !isSeen(look)) cut(tag.start, tag.end);
    if (tag.attributes.endsWith("/")) continue;
    open.push({ name: tag.name, start: tag.start, look, hides: hides ? tag.start : null });
    counts.set(tag.name, (counts.get(tag.name) ?? 0) + 1);
  }
  return {
    ranges,
    endless: new Set(open.map(({ start }) => start)),
    swallows: open.some(({ hides }) => hides !== null),
  };
}
