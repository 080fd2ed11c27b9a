import { expect, test } from "vitest";
import { actionLinkOf } from "../../src/text/links.ts";

test("the subject helps to tell whether a mail asks to follow its link", () => {
  const body = "Hello!\n\nhttps://shop.example/a1b2c3d4e5f6g7h8";
  const linkOf = (subject: string) => actionLinkOf({ body, sender: "shop@shop.example", subject }, "email");
  expect(linkOf("Confirm your email address")).toBe("https://shop.example/a1b2c3d4e5f6g7h8");
  expect(linkOf("Your invoice for order 1002: 12.00 EUR")).toBe(null);
});

test("an SMS message is text, in which no markup hides a link as it would in a mail", () => {
  const body = "<p>Confirm your account: <!-- https://shop.example/verify?t=Zk29xQpL81 --></p>";
  const linkOf = (channel: "sms" | "email") => actionLinkOf({ body, sender: "SHOP" }, channel);
  expect([linkOf("sms"), linkOf("email")]).toEqual(["https://shop.example/verify?t=Zk29xQpL81", null]);
});

test("the links that the server found in a message count, although its text does not spell them out", () => {
  const url = "https://shop.example/verify?t=Zk29xQpL81";
  const message = { body: "Confirm your email address below.", sender: "shop@shop.example" };
  const links = [{ url, text: "Confirm your email address" }];
  expect([actionLinkOf({ ...message, links }, "email"), actionLinkOf(message, "email")]).toEqual([url, null]);
});
