import { describe, expect, it } from "vitest";
import { extractCode, extractCodes } from "../src/all.ts";
import { extractCode as extractByRoots } from "../src/index.ts";

describe("what is shown to compare is not the code beside it", () => {
  it.each([
    "TAN: 482913, Vergleichswert: 774120",
    "Vergleichswert: 774120, TAN: 482913",
    "Die TAN mit dem Vergleichswert 774120 lautet 482913.",
    "TAN mit Vergleichswert 7741: 482913",
    "Ihre TAN (Vergleichswert 774120): 482913",
    "Check value 774120, code 482913",
    "Your code (reference value 774120): 482913",
    "Your code with check value 774120 is 482913",
    "Valeur de contrôle 774120, code 482913",
    "Su clave (valor de referencia 774120): 482913",
    "Valor de control 774120, su clave 482913",
    "Valore di controllo 774120, codice 482913",
    "Controlewaarde 774120, TAN-code 482913",
    "Jämförelsevärde 774120, kod 482913",
    "Kod (wartość kontrolna 774120): 482913",
    "Kontrolní hodnota 774120, kód 482913",
    "Ellenőrző érték 774120, kód 482913",
    "Kontrol değeri 774120, şifre 482913",
    "Контрольное значение 774120, Пароль: 482913",
    "Код (контрольное значение 774120): 482913",
    "قيمة الفحص: 774120، رمز التأكيد: 482913",
    "校验值774120，验证码482913",
    "验证码（校验值774120）：482913",
    "確認値774120、認証コード482913",
    "확인값 774120, 인증번호 482913",
  ])("%s", (text) => {
    expect(extractCode(text)).toBe("482913");
    expect(extractByRoots(text)).toBe("482913");
  });
});

it("an apostrophe at the end of a word for a code does not part it from its number", () => {
  expect(extractCodes("774120 code’: 482913").map(({ value }) => value)).toEqual(["482913"]);
});

it("a control code is less likely beside a code to sign in, but not beside that of a parcel", () => {
  const confidence = (other: string) =>
    extractCodes(`Control code: 189. ${other}`).find(({ value }) => value === "189")?.confidence ?? 0;
  expect(confidence("Login code 774120.")).toBeLessThan(confidence(""));
  expect(confidence("Delivery code 774120.")).toBe(confidence(""));
});
