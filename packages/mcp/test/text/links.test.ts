import { expect, test } from "vitest";
import { actionLinkOf } from "../../src/text/links.ts";

test("the subject helps to tell whether a mail asks to follow its link", () => {
  const body = "Hello!\n\nhttps://shop.example/a1b2c3d4e5f6g7h8";
  const linkOf = (subject: string) => actionLinkOf({ body, sender: "shop@shop.example", subject }, "email");
  expect(linkOf("Confirm your email address")).toBe("https://shop.example/a1b2c3d4e5f6g7h8");
  expect(linkOf("Your invoice for order 1002: 12.00 EUR")).toBe(null);
});
