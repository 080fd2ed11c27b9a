import { describe, expect, it } from "vitest";
import { extractCode, extractCodes } from "../src/all.ts";
import { extractCode as extractByRoots } from "../src/index.ts";
import { likelyCodes } from "./likely-codes.ts";

describe("a code stays one beside an amount", () => {
  it.each([
    "Your code is 375022. Total 45.00 EUR",
    "Code 375022 confirms your payment of €12.34",
    "Your code is 375022. Total ₦45.00",
    "Your code: 375022\n\nPlans from $9 a month",
    "375022 is the code for your payment of £39.75 at Papaya. Never share it.",
    "Purchase of £554.78 at Harbor with your card ending 4092. Code: 375022",
    "Ihr Code: 375022. Betrag: 45,00 EUR",
    "Votre code : 375022. Montant 45,00 €",
    "Tu código: 375022. Total: 45,00 €",
    "Il tuo codice: 375022. Totale 45,00 €",
    "O seu código: 375022. Total 45,00 €",
    "Je code: 375022. Totaal € 45,00",
    "Twój kod: 375022. Kwota 45,00 zł",
    "Din kod är 375022. Summa: 450 kr",
    "Váš kód: 375022. Částka 450 Kč",
    "Az Ön kódja: 375022. Összesen: 4500 Ft",
    "Kodunuz: 375022\n\nToplam: 45,00 TL",
    "375022, Harbor için 346,48 TL ödemenizin kodudur. Kimseyle paylaşmayın.",
    "Ваш код: 375022. Сумма 450 руб.",
    'קוד: 375022, סכום 45 ש"ח',
    "رمزك هو 375022 المبلغ 45 درهم",
    "您的代码是375022，金额45.00元",
    "あなたのコードは375022です。金額は4500円です。",
  ])("%s", (text) => {
    expect(extractCode(text)).toBe("375022");
    expect(extractByRoots(text)).toBe("375022");
  });

  it.each([
    "Hello,\n\nyour code is 375022.\n\nHarbor S.r.l. – Via Dante 45 – Cap. soc. € 10.000 i.v.",
    "Bonjour,\n\nVotre code : 375022\n\nHarbor SAS au capital de 10 000 €, RCS Paris 845 761 867",
    "Hallo,\n\nNorthwind-Code: 375022\n\n-- \nNordwind GmbH, Stammkapital 25.000 €",
    "Hei,\n\nKestrel-koodi: 375022\n\n© Kestrel Oy, 5 €",
  ])("and above a company's capital: %s", (text) => {
    expect(extractCode(text)).toBe("375022");
    expect(extractByRoots(text)).toBe("375022");
  });

  it.each([
    "Your order 88123 is paid. Total 45.00 EUR. Order code: 553201",
    "Thanks for your purchase! Total $45.00. Your voucher code is SAVE2041.",
    "Your coupon code: 553201, worth 10 EUR",
    "Receipt. Total 45.00 EUR\nReference code 553201",
    "Receipt\n\nTotal 45.00 EUR\n\nCode: 553201",
    "Harbor. Family code: 553201. €45.00, 25.03.2026",
    "Harbor. Account code: 553201. €45.00, 25.03.2026",
    "Harbor. Family code: 553201. ₪45.00, 25.03.2026",
    "Harbor. Family code: 553201. 45.00 ₴, 25.03.2026",
    "Votre facture de 45,00 €. Code client : 553201",
    "You paid $45.00 to merchant code 553201",
    "Kod towaru: 553201. Cena 45,00 zł",
    "Código de artículo: 553201, 45,00 €",
    "隨機碼：553201\n總計：482元",
  ])("but what a bill calls a code of something is none: %s", (text) => {
    expect(extractCode(text)).toBeNull();
    expect(extractByRoots(text)).toBeNull();
  });
});

it("letters and digits on a line of their own are no code in a mail about money", () => {
  const mail = (subject: string) => `Verify your ${subject}.\n\nX7K9QP\n\nIt expires in 5 minutes.`;
  expect(likelyCodes(mail("account"))).toEqual(["one_time X7K9QP"]);
  expect(likelyCodes(mail("payment of €45"))).toEqual([]);
});

describe("digits that touch the name of a currency are an amount", () => {
  it.each(["4410EUR", "482EUR", "482913USD", "4410TL", "44-10EUR"])("%s", (shown) => {
    expect(extractByRoots(`Your code: ${shown}`)).toBeNull();
    expect(extractCodes(`Your code: ${shown}`)).toMatchObject([{ value: shown, confidence: 0 }]);
  });

  it.each(["4410XYZ", "4410EUR7", "A410EUR", "44B0EUR"])("but with other letters they are a code: %s", (shown) => {
    expect(likelyCodes(`Your code: ${shown}`)).toEqual([`one_time ${shown}`]);
    expect(extractByRoots(`Your code: ${shown}`)).toBe(shown);
  });
});

describe("groups of digits beside a currency are one amount, of which no part is a code", () => {
  it.each([
    "482 913€",
    "482 913 €",
    "€482 913",
    "€1234 5678",
    "1234 5678 €",
    "482 913,50 €",
    "482 913.50 EUR",
    "1 234 567€",
    "$ 12 345",
    "₦1 234 567",
  ])("%s", (shown) => {
    expect(likelyCodes(`Your code: ${shown}`)).toEqual([]);
    expect(extractByRoots(`Your code: ${shown}`)).toBeNull();
  });

  it.each([
    ["482913", "Your code: 482 913, 5€ off"],
    ["482913", "24.11.2026 482 913 is your code"],
    ["482913", "10:30 482 913 is your code"],
    ["1234", "Your code: 1234 2026/11/24"],
    ["4821", "You paid €12 4821 is your code"],
    ["4821", "Your code: 4821 45€"],
  ])("but %s stands beside another number in: %s", (code, text) => {
    expect(extractCode(text)).toBe(code);
    expect(extractByRoots(text)).toBe(code);
  });
});
