import { expect, it } from "vitest";
import { extractCode } from "../src/all.ts";
import { extractCode as extractByRoots } from "../src/index.ts";

it.each([
  "Your code page is at localhost:38443",
  "הקוד נמצא ב-localhost:38443",
  "קוד אימות בlocalhost:38443",
  "הקוד ב-192.168.1.7:38443",
  "הקוד ב-desk.example.com:38443",
  "Код: см. на-localhost:38443",
  "验证码请访问localhost:38443",
  "認証コードは192.168.1.7:38443で確認",
  "Code: see db.internal:54321",
  "Login code at [::1]:38443",
  "Login code at [fe80::1c2d]:38443",
  "Login code on fe80::1234:5678:9abc:3844",
  "Login code on 2001:db8::8a2e:370:7334",
  "Your login code service: port 38443.",
])("a port is no code, nor a part of an address: %s", (text) => {
  expect(extractCode(text)).toBeNull();
  expect(extractByRoots(text)).toBeNull();
});

it.each([
  "OTP:54321",
  "Hello.code:54321",
  "Welcome.OTP:54321",
  "Hello.54321 is your code",
  "Your code:54321",
  "Code [54321]",
  "验证码:54321",
  "At 12:30:45 your code was 54321",
])("a colon or a bracket makes no address: %s", (text) => {
  expect(extractCode(text)).toBe("54321");
  expect(extractByRoots(text)).toBe("54321");
});
