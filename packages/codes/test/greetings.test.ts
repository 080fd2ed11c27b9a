import { describe, expect, it } from "vitest";
import { extractCode } from "../src/all.ts";
import { extractCode as extractByRoots } from "../src/index.ts";

describe("a greeting does not name the number after it", () => {
  it.each([
    ["en", "Dear Customer, 369385 is your verification code"],
    ["de", "Sehr geehrter Kunde, 369385 ist Ihr Bestätigungscode"],
    ["fr", "Cher client, 369385 est votre code de vérification"],
    ["es", "Estimado cliente, 369385 es su código de verificación"],
    ["es, with a colon", "Estimado cliente: 369385 es su código de verificación"],
    ["it", "Gentile cliente, 369385 è il tuo codice"],
    ["pt", "Caro cliente, 369385 é o seu código."],
    ["nl", "Beste klant, 369385 is je verificatiecode"],
    ["pl", "Szanowny kliencie, 369385 to Twój kod"],
    ["cs", "Vážený zákazníku, 369385 je váš ověřovací kód"],
    ["hu", "Kedves Ügyfelünk, 369385 az Ön kódja"],
    ["tr", "Değerli müşterimiz, 369385 doğrulama kodunuz"],
    ["ru", "Уважаемый клиент, 369385 - ваш код"],
    ["ru, with a word like the Greek one for a gift", "Дорогой клиент, перевод на счёт *0394. Код: 369385"],
    ["ar", "عزيزي العميل، 369385 هو رمز التحقق"],
    ["ja", "お客様、369385が認証コードです"],
    ["ko", "고객님, 369385 인증번호입니다"],
    ["zh", "尊敬的客户，369385是您的验证码"],
  ])("in %s", (_, text) => {
    expect(extractCode(text)).toBe("369385");
    expect(extractByRoots(text)).toBe("369385");
  });

  it.each([
    "Dear customer 369385, your code has been used.",
    "Customer: 369385, code used.",
    "Dear customer no. 369385, thank you for your order.",
    "Customer, 369385",
  ])("but a customer's number is one: %s", (text) => {
    expect(extractCode(text)).toBeNull();
    expect(extractByRoots(text)).toBeNull();
  });
});
