import { describe, expect, test } from "vitest";
import { endsImplicitly, marginAfter, marginBefore } from "../src/elements.ts";
import { readHtml } from "../src/index.ts";

const words = (names: string) => names.split(" ");

test.each(words("blockquote dir h1 h2 h3 h4 h5 h6 hr menu ol p pre table ul"))(
  "<%s> stands apart by an empty line",
  (name) => {
    expect(marginBefore(name)).toBe(2);
    expect(marginAfter(name)).toBe(/^h\d$/.test(name) ? 1 : 2);
  },
);

test.each(
  words(
    "address article aside body caption center dd details div dl dt fieldset figcaption figure footer form header html legend li main nav option section summary tbody tfoot thead tr",
  ),
)("<%s> begins and ends a line", (name) => {
  expect([marginBefore(name), marginAfter(name)]).toEqual([1, 1]);
});

test.each(words("a b br font i img input span td th made-up"))("<%s> stands in its line", (name) => {
  expect([marginBefore(name), marginAfter(name)]).toEqual([0, 0]);
});

test.each(words("td th button select textarea"))("the text in <%s> does not touch the text beside it", (name) => {
  expect(readHtml(`<b>a<${name}>b</${name}>c</b>`).text).toBe("a b c");
});

test("a field separates the text beside it", () => {
  expect(readHtml("<b>a<input>b</b>").text).toBe("a b");
});

test.each(words("area base br col embed hr img input link meta param source track wbr"))(
  "<%s> has no content, so a hidden one hides nothing after it",
  (name) => {
    expect(readHtml(`<div>a<${name} hidden>b</div>`).text.replace(/[\s-]/g, "")).toBe("ab");
  },
);

describe("a closing tag may be missing", () => {
  test.each([
    ["p", "blockquote dir div h1 h6 hr li ol p pre table tr ul section"],
    ["li", "li"],
    ["td", "td th tr tbody"],
    ["th", "td th tr tbody"],
    ["tr", "tr tbody"],
    ["dt", "dt dd"],
    ["dd", "dt dd"],
    ["option", "option"],
  ])("of <%s> before %s", (open, nexts) => {
    for (const next of words(nexts)) expect([next, endsImplicitly(open, next)]).toEqual([next, true]);
  });

  test.each([
    ["p", "b span a td br"],
    ["li", "ul ol p td"],
    ["td", "p table div thead"],
    ["tr", "td th"],
    ["dt", "dl li"],
    ["div", "div p"],
    ["constructor", "p"],
  ])("but not of <%s> before %s", (open, nexts) => {
    for (const next of words(nexts)) expect([next, endsImplicitly(open, next)]).toEqual([next, false]);
  });
});

test.each(words("script style title template xml"))("the content of <%s> is not shown", (name) => {
  expect(readHtml(`a<${name}>111<b>111</b></${name} >b`).text).toBe("ab");
  // Without an end it hides nothing.
  expect(readHtml(`a<${name}>b`).text).toBe("ab");
  expect(readHtml(`a<${name}/>b</${name}>c`).text).toBe("abc");
});

test.each(words("ul ol menu dir"))("<%s> in an item begins without an empty line", (name) => {
  expect(readHtml(`<ul><li>a<${name}><li>b</${name}></ul>`).text).toMatch(/^ \* a\n {4}?(?:\*| ?1\.) ?b$/);
});

test.each(words("script style title template xml"))("what <%s> contains is not text, however its tags end", (name) => {
  const upper = name.toUpperCase();
  for (const [opening, closing] of [
    [`<${name}>`, `</${name}>`],
    [`<${upper} id="a">`, `</${name}>`],
    [`<${name}>`, `</${upper}>`],
    [`<${name}>`, `</${name} >`],
    [`<${name}>`, `</${name}/>`],
    [`<${name}>`, `</${name}x></${name}\n>`],
  ])
    expect(readHtml(`<p>a${opening}482913<b>${closing}b</p>`).text).toBe("ab");
});

test.each(words("scripted my-style titles templates xmlns"))("the content of <%s> is text as elsewhere", (name) => {
  expect(readHtml(`a <${name}>b</${name}> c`).text).toBe("a b c");
});

test("a script that is not closed, or closes itself, hides nothing of what follows", () => {
  expect(readHtml("<p>a<script>b</p>").text).toBe("ab");
  expect(readHtml("<p>a<script/>b</script>c</p>").text).toBe("abc");
});
