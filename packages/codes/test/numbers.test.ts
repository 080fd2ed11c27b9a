import { describe, expect, it } from "vitest";
import { extractCode, extractCodes } from "../src/all.ts";
import { extractCode as extractByRoots } from "../src/index.ts";

describe("a number of security or of verification is a code", () => {
  it.each([
    ["en", "Your verification number: 530817. Do not pass it on."],
    ["de", "Die Sicherheitsnummer für Ihre Freigabe ist 530817."],
    ["nl", "Je veiligheidsnummer: 530817"],
    ["sv", "Säkerhetsnumret hittar du här. Ditt säkerhetsnummer: 530817"],
    ["da", "Sikkerhedsnummeret er 530817 og gælder i 5 minutter."],
    ["nb", "Sikkerhetsnummer 530817 – del det ikke med noen."],
    ["fr", "Numéro de sécurité : 530817"],
    ["es", "El número de seguridad para entrar es 530817."],
    ["ca", "Número de seguretat: 530817"],
    ["pt", "Número de segurança 530817"],
    ["it", "Il numero di sicurezza richiesto è 530817."],
    ["hr", "Sigurnosni broj: 530817"],
    ["ru", "Номер безопасности 530817, действует 5 минут"],
    ["cs", "Bezpečnostní číslo: 530817"],
    ["hu", "A biztonsági szám: 530817"],
    ["fi", "Turvanumero on 530817."],
    ["ko", "보안번호 530817를 입력해 주세요"],
    ["ja", "セキュリティ番号：530817"],
    ["hi", "सुरक्षा नंबर: 530817"],
    ["gu", "સુરક્ષા નંબર: 530817"],
  ])("in %s, by the roots alone", (_, text) => {
    expect(extractByRoots(text)).toBe("530817");
    expect(extractCode(text)).toBe("530817");
  });

  it.each([
    ["is", "Öryggistalan til innskráningar er 530817."],
    ["fo", "Trygdarkotan er 530817."],
    ["lb", "Sécherheetsnummer: 530817"],
    ["af", "Sekuriteitsnommer: 530817"],
    ["gl", "Número de seguridade: 530817"],
    ["ro", "Numărul dumneavoastră de securitate: 530817"],
    ["mt", "Numru tas-sigurtà: 530817"],
    ["sq", "Numri yt i sigurisë është 530817."],
    ["eu", "Segurtasun-zenbakia: 530817"],
    ["cy", "Eich rhif diogelwch: 530817"],
    ["ga", "Uimhir shlándála: 530817"],
    ["el", "Αριθμός ασφαλείας: 530817"],
    ["lt", "Saugos numeris: 530817"],
    ["lv", "Drošības numurs: 530817"],
    ["et", "Turvanumber: 530817"],
    ["pl", "Numer bezpieczeństwa: 530817"],
    ["sl", "Varnostna številka: 530817"],
    ["sr", "Безбедносни број: 530817"],
    ["mk", "Безбедносен број: 530817"],
    ["bg", "Номер за сигурност: 530817"],
    ["uk", "Номер безпеки: 530817"],
    ["tr", "Güvenlik numarası: 530817"],
    ["az", "Təhlükəsizlik nömrəsi: 530817"],
    ["uz", "Xavfsizlik raqami: 530817"],
    ["kk", "Қауіпсіздік нөмірі: 530817"],
    ["hy", "Անվտանգության համար՝ 530817"],
    ["ka", "უსაფრთხოების ნომერი: 530817"],
    ["mn", "Нууцлалын дугаар: 530817"],
    ["ar", "رقم الأمان: 530817"],
    ["he", "מספר האבטחה: 530817"],
    ["fa", "شماره امنیتی: 530817"],
    ["ur", "سیکیورٹی نمبر: 530817"],
    ["ckb", "ژمارەی ئاسایش: 530817"],
    ["bn", "নিরাপত্তা নম্বর: ৫৩০৮১৭"],
    ["pa", "ਸੁਰੱਖਿਆ ਨੰਬਰ: 530817"],
    ["ta", "பாதுகாப்பு எண்: 530817"],
    ["te", "భద్రతా సంఖ్య: 530817"],
    ["kn", "ಭದ್ರತಾ ಸಂಖ್ಯೆ: 530817"],
    ["ml", "സുരക്ഷാ നമ്പർ: 530817"],
    ["si", "ආරක්ෂක අංකය: 530817"],
    ["zh", "安全号码：530817"],
    ["th", "หมายเลขความปลอดภัย 530817"],
    ["lo", "ໝາຍເລກຄວາມປອດໄພ 530817"],
    ["my", "လုံခြုံရေးနံပါတ် 530817"],
    ["vi", "Số bảo mật: 530817"],
    ["id", "Nomor keamanan: 530817"],
    ["ms", "Nombor keselamatan: 530817"],
    ["tl", "Numerong panseguridad: 530817"],
    ["am", "የደህንነት ቁጥር 530817"],
    ["sw", "Namba ya usalama: 530817"],
    ["zu", "Inombolo yokuphepha: 530817"],
    ["xh", "Inombolo yokhuseleko: 530817"],
    ["so", "Lambarka amniga: 530817"],
    ["a check", "Kontrollnummer zur Anmeldung: 530817"],
    ["a check, after what it is for", "Zur Anmeldung geben Sie die Kontrollnummer 530817 ein."],
    ["a check, after the warning", "Ne dijelite ga ni s kim. Vaš broj za verifikaciju je 530817."],
    ["a check that asks", "Vaš broj za verifikaciju je 530817. Ne dijelite ga ni s kim."],
  ])("in %s", (_, text) => {
    expect(extractCode(text)).toBe("530817");
  });

  it.each([
    "Tu número de seguridad social 530817 está registrado.",
    "Votre numéro de sécurité sociale commence par 530817.",
    "Card number 4000 1234 5678 9010, security number 5308. Spend it in any branch.",
    "Gift card\n\nKaartnummer 4000123456789010\nVeiligheidsnummer 5308",
    "Please quote control number 530817 with your transfer of 1,290.00.",
    "Kundennummer 530817. Ihre Sicherheit ist uns wichtig.",
    "Aus Sicherheitsgründen nennen Sie am Telefon die Auftragsnummer 530817.",
    "Kontrollnummer 530817, der Prüfer kommt am 24.11. um 9 Uhr.",
    "Numéro de contrôle 530817, véhicule AB-123-CD.",
    "Numero di verifica 530817 dell'impianto: il tecnico arriva alle 9.",
    "Номер на проверка 530817, дата 24.11.",
    "Αριθμός ελέγχου 530817, ημερομηνία 24/11.",
    "Sosyal güvenlik numaranız 530817 kaydedildi.",
    "Número de control 530817: su solicitud ha sido registrada. Importe 45,90 €.",
    "Il numero di sicurezza del prodotto è cambiato, ordine 530817, totale 12,00 €.",
  ])("but none in «%s»", (text) => {
    expect(extractCode(text)).toBeNull();
  });
});

describe("digits that somebody asks to type are a code", () => {
  it.each([
    ["de", "Bitte tippen Sie zur Anmeldung diese Ziffern ein:\n\n53081"],
    ["nl", "Vul de volgende cijfers in om in te loggen:\n\n53081"],
    ["es", "Teclea estas cifras para entrar: 53081"],
    ["pt", "Para entrar, digite os algarismos abaixo: 53081"],
    ["fr", "Saisissez les chiffres suivants pour vous connecter : 53081"],
    ["it", "Per accedere inserisci queste cifre: 53081"],
    ["pl", "Aby się zalogować, przepisz te cyfry: 53081"],
    ["ru", "Для входа введите эти цифры: 53081"],
  ])("in %s, by the roots alone", (_, text) => {
    expect(extractByRoots(text)).toBe("53081");
    expect(extractCode(text)).toBe("53081");
  });

  it.each([
    ["sv", "Knappa in siffrorna 53081 i appen för att bekräfta adressen."],
    ["ro", "Introduceți cifrele de mai jos ca să vă autentificați: 53081"],
    ["cs", "Pro přihlášení opište tyto číslice: 53081"],
    ["hr", "Za prijavu upišite ove znamenke: 53081"],
    ["bg", "За да влезете, въведете тези цифри: 53081"],
    ["uk", "Наберіть на сайті це число: 53081"],
    ["lt", "Norėdami prisijungti, įveskite šiuos skaitmenis: 53081"],
    ["lv", "Lai pieslēgtos, ievadiet šos ciparus: 53081"],
    ["fi", "Näppäile numerosarja 53081, niin osoite on vahvistettu."],
    ["hu", "A belépéshez írja be ezt a számsort: 53081"],
    ["he", "כדי להיכנס יש להקליד את הספרות: 53081"],
    ["fa", "برای ورود این ارقام را وارد کنید: 53081"],
    ["th", "กรุณากรอกตัวเลขนี้เพื่อเข้าสู่ระบบ 53081"],
    ["id", "Ketik angka berikut untuk masuk: 53081"],
    ["ca", "Escriu aquests dígits per iniciar la sessió: 53081"],
    ["uk", "Цифри для входу: 53081"],
    ["el", "Τα ψηφία για τη σύνδεσή σας: 53081"],
  ])("in %s", (_, text) => {
    expect(extractCode(text)).toBe("53081");
  });

  it.each([
    "Geben Sie die Ziffern von Ihrem Zähler ein. Zählernummer: 53081",
    "Enter the digits of your card to pay 20.00 EUR for order 53081.",
    "Registration numbers: 53081",
    "Introduceți cifrele de pe contor. Cod loc consum 53081.",
    "Teclea las cifras de tu pedido: número de pedido 53081",
  ])("but none in «%s»", (text) => {
    expect(extractCode(text)).toBeNull();
  });
});

it("takes no number that the line above calls something else, whatever the next line speaks of", () => {
  expect(extractCode("会員番号\n\n5308172\n\n暗証番号はカードの裏面をご覧ください。")).toBeNull();
  expect(extractCode("Kundennummer\n\n5308172\n\nDas Passwort ändern Sie im Portal.")).toBeNull();
  expect(extractCode("Confirm it is you\n\n530817\n\nThis code is valid for 5 minutes.")).toBe("530817");
});

it("takes no door's keypad for a code", () => {
  for (const text of ["RDV mardi à 9h45, 2e étage, digicode 53B08.", "Code portail 53B08, à partir de 16 h"]) {
    expect(extractCode(text)).toBeNull();
    expect(extractByRoots(text)).toBeNull();
  }
});

it("tells a card's number and the one on its back by the roots alone", () => {
  expect(extractByRoots("Card number 4000 1234 5678 9010, security number 5308")).toBeNull();
});

it.each([
  "Ihre mobileTAN lautet 839201.",
  "appTAN: 839201",
  "Die pushTAN für diesen Auftrag ist 839201. Betrag 12,50 EUR",
])("a word in capitals counts at the end of another: %s", (text) => {
  expect(extractByRoots(text)).toBe("839201");
  expect(extractCode(text)).toBe("839201");
});

it.each(["Titan 839201", "TITAN 839201", "Stan: 839201"])("a word that merely ends so does not: %s", (text) => {
  expect(extractByRoots(text)).toBeNull();
  expect(extractCode(text)).toBeNull();
});

it.each([
  ["482is your login code", null],
  ["4821is your login code", "4821"],
  ["4821-HARBOR is your login code", "4821"],
  ["4821-harbor is your login code", "4821"],
  ["4821033917is your login code", "4821033917"],
  ["48210339174is your login code", null],
])("reads four to ten digits that touch the word after them: %s", (text, code) => {
  expect(extractCode(text)).toBe(code);
});

it.each([
  ["Enter this: 482913", null],
  ["Enter this now: 482913", "482913"],
])("three words before a colon can ask for the digits after it, fewer are a label: %s", (text, code) => {
  expect(extractCode(text)).toBe(code);
});

describe("a capital, a dash and six digits are a code without words", () => {
  it.each([
    ["G-482913 ist da", "482913"],
    ["G-48291 ist da", null],
    ["G-4829137 ist da", null],
    ["g-482913 ist da", null],
  ])("%s: %s", (text, code) => {
    expect(extractCode(text)).toBe(code);
  });
});

describe("digits to confirm with are a code", () => {
  it.each([
    ["Confirm with the digits 4821 your login", "4821"],
    ["Confirm with the digits 4821 your payment of 20.00 EUR", null],
  ])("%s: %s", (text, code) => {
    expect(extractCode(text)).toBe(code);
  });
});

describe("a text of nothing but a code", () => {
  it("has four to eight digits, and perhaps blanks and empty lines around them", () => {
    const lengths = [3, 4, 5, 6, 7, 8, 9].filter((length) => extractCode("482913765".slice(0, length)));
    expect(lengths).toEqual([4, 5, 6, 7, 8]);
    expect(extractCode("\n\n  482913 \n")).toBe("482913");
  });

  it("has a confidence between that of a guess and that of a word for it", () => {
    expect(extractCodes("482913")).toMatchObject([{ value: "482913", confidence: 0.75, reason: "is all there is" }]);
  });

  it("is narrowed by what is known of the code", () => {
    expect(extractCodes("482913", { length: 4 })).toEqual([]);
    expect(extractCodes("Your code", { subject: "482913", length: 4 })).toEqual([]);
  });
});
