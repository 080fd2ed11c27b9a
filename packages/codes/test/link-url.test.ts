import { describe, expect, it } from "vitest";
import { readUrlTraits } from "../src/links/link-url.ts";

const at = (path: string) => readUrlTraits(`https://mill.example/${path}`);

describe("a word of the path or of a parameter names an action", () => {
  const words =
    "verify confirm activate magic reset recover sign-in signup log-in login auth invite register validate password unlock accept " +
    "otp welcome onboarding enroll join forgot callback complete oobCode action-token actiontoken";
  it.each(words.split(" "))("%s", (word) => {
    expect(at(`${word}/7`)).toMatchObject({ namesAction: true });
    expect(at(`x?mode=${word}`)).toMatchObject({ namesAction: true });
    expect(at(`x?${word}=1`)).toMatchObject({ namesAction: true });
    expect(at(`#/${word}`)).toMatchObject({ namesAction: true });
    expect(at(`#x=7&mode=${word}`)).toMatchObject({ namesAction: true });
  });

  it("but not a part of a token, nor a word of the host", () => {
    expect(at("aB3authK9qLmZ7t").namesAction).toBe(false);
    expect(readUrlTraits("https://login.mill.example/x").namesAction).toBe(false);
  });
});

describe("a link is boilerplate", () => {
  const words =
    "unsub unsubscribe opt-out optout abmelden afmelden desabonnement baja wypisz preference preferences email-preferences " +
    "emailpreferences notification-settings privacy privacypolicy datenschutz terms termsofuse tos help help-center helpcentre " +
    "support faq faqs contact contactus about aboutus blog news legal imprint impressum careers twitter facebook " +
    "instagram linkedin youtube report-abuse doc docs documentation webversion view-in-browser viewinbrowser pixel logo";
  it.each(words.split(" "))("with the path %s", (word) => {
    expect(at(`en/${word}`)).toMatchObject({ isBoilerplate: true });
    expect(at(`${word}/more`)).toMatchObject({ isBoilerplate: true });
  });

  it.each(["png", "jpg", "jpeg", "gif", "svg", "css", "ico", "webp", "pdf", "ics"])("to a file .%s", (extension) => {
    expect(at(`files/invoice-7.${extension}?v=2`)).toMatchObject({ isBoilerplate: true });
  });

  it.each(["apps.apple.com", "itunes.apple.com", "play.google.com"])("to %s", (host) => {
    expect(readUrlTraits(`https://${host}/mill`)).toMatchObject({ isBoilerplate: true });
  });

  it.each(["en/help.html", "about-us"])("with the path %s", (path) => {
    expect(at(path)).toMatchObject({ isBoilerplate: true });
  });

  it.each(["help.ab", "help.abcde"])("with an ending of two to five characters: %s", (path) => {
    expect(at(path)).toMatchObject({ isBoilerplate: true });
  });

  it.each([
    "help.a",
    "help.abcdef",
    "helpers",
    "my-blog",
    "newsroom",
    "x?page=help",
    "x.pdf/view",
    "privacyaB3xK9qLmZ7t",
  ])("but not with the path %s", (path) => {
    expect(at(path)).toMatchObject({ isBoilerplate: false });
  });
});

describe("a token is", () => {
  it.each([
    ["ten with a digit", "zzzzzzzzzz1zzzzzzzzz", 2],
    ["four without a digit", "zzzZzzzZzzzZzzzZ", 4],
  ])("a part whose characters change at least once in %s", (_what, token, changes) => {
    expect(at(`x/${token}`)).toMatchObject({ hasToken: true });
    expect(at(`x/z${token}`)).toMatchObject({ hasToken: false });
    expect(token.match(/[a-z](?=[A-Z\d])|\d(?=[a-z])/g)).toHaveLength(changes);
  });

  it.each([
    ["letters and digits in a mixture", "aB3xK9qLmZ7t"],
    ["16 hexadecimal digits", "0123456789abcdef"],
    ["a UUID", "00000000-0000-4000-8000-00000000000a"],
    ["any 64 characters", "a".repeat(64)],
    ["letters alone that change often", "aBcDeFgHiJkLmN"],
    ["a piece of a longer part", "user,aB3xK9qLmZ7t"],
  ])("%s", (_what, token) => {
    expect(at(`x/${token}`)).toMatchObject({ hasToken: true, hasShortToken: false });
    expect(at(`x?t=${encodeURIComponent(token)}`)).toMatchObject({ hasToken: true, hasShortToken: false });
    expect(at(`#${token}`)).toMatchObject({ hasToken: true });
  });

  it.each([
    ["eleven characters", "aB3xK9qLmZ7"],
    ["letters from a to f", "abcdefabcdefabcdef"],
    ["words that are written together", "confirmationPageHere"],
    ["63 small letters", "a".repeat(63)],
    ["64 characters of words that a mark joins", "spring:newsletter|".repeat(4)],
    ["a text with spaces", "aB3x K9qL mZ7t R2wQ"],
    ["a text with other signs", "aB3xK9qL!mZ7tR2wQ"],
  ])("not %s", (_what, part) => {
    expect(at(`x?t=${encodeURIComponent(part)}`).hasToken).toBe(false);
  });
});

describe("a short token", () => {
  it.each([
    ["K7F92Q", true],
    ["a-b_c1", true],
    ["K7F92", false],
    ["abcdef", false],
    ["2026-01-31", false],
    ["2026-01-3", true],
  ])("%s: %s", (part, expected) => {
    expect(at(`x/${part}`).hasShortToken).toBe(expected);
  });
});

it.each([
  ["", true],
  ["?a=1", false],
  ["#a", false],
  ["en", false],
])("a link to /%s is one to the home page: %s", (path, expected) => {
  expect(at(path).isHomepage).toBe(expected);
});

it("reads forty parameters and no more", () => {
  const parameters = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join("&");
  expect(at(`x?${parameters(39)}&verify=1`).namesAction).toBe(true);
  expect(at(`x?${parameters(40)}&verify=1`).namesAction).toBe(false);
});

it("reads percent-encoded words, and a part that is wrongly encoded as it stands", () => {
  expect(at("%76erify/7").namesAction).toBe(true);
  expect(at("verify%zz").namesAction).toBe(true);
});

it("an invalid URL says nothing", () => {
  expect(readUrlTraits("https://")).toEqual({});
});
