import { expect, it } from "vitest";
import { readUrlTraits } from "../src/links/link-url.ts";

it.each([
  ["https://shop.example/confirm%20email", { namesAction: true, isHomepage: false }],
  ["https://shop.example/confirm-100%", { namesAction: true, isHomepage: false }],
  ["https://shop.example/%E0%A4%A", { namesAction: false, isHomepage: false }],
  ["https://shop.example/#/unsubscribe/%", { isBoilerplate: true, isHomepage: false }],
  ["https://shop.example/", { namesAction: false, isHomepage: true }],
])("reads a part with an invalid percent-encoding as it is written: %s", (url, traits) => {
  expect(readUrlTraits(url)).toMatchObject(traits);
});
