import { describe, expect, it } from "vitest";
import { extractCodes } from "../src/all.ts";
import { likelyCodes } from "./likely-codes.ts";

describe("the words beside a code say of which kind it is", () => {
  it.each([
    ["delivery 774120", "Your parcel code: 774120"],
    ["delivery 774120", "Your delivery code is 774120"],
    ["delivery 774120", "Delivery verification code: 774120"],
    ["backup 774120", "Backup verification code: 774120"],
    ["reference 123456", "123456 is the code for your order"],
    ["reference 5308", "Card number 4111 1111 1111 1111, code 5308"],
    ["booking 482913", "Meeting ID: 812 3345 6671 Passcode: 482913"],
    ["one_time 482913", "Meeting ID: 812 3345 6671 Passcode: 482913. Never share it."],
    ["booking 482913", "Your appointment: 12.05.2026, 10:30. Passcode: 482913"],
    // The date of a signature says nothing of an appointment.
    ["one_time 482913", "Your appointment.\nPasscode: 482913\n\n-- \nMill\nSent 12.05.2026, 10:30"],
    ["one_time 482913", "Meeting ID: 812 3345 6671 verification passcode: 482913"],
  ])("%s: %s", (code, text) => {
    expect(likelyCodes(text)).toEqual([code]);
  });
});

it("a word for a code counts although the next sentence says that something else was changed", () => {
  expect(likelyCodes("Here is the code. The address was changed. 482913")).toEqual(["one_time 482913"]);
});

it("each further number between a code and the word below it makes the code less likely", () => {
  const confidence = (text: string) => extractCodes(text).find(({ value }) => value === "482913")?.confidence ?? 0;
  const [none, one, two] = ["", "for 771205\n", "for 771205\nand 5533812\n"].map((between) =>
    confidence(`482913\n${between}\n\nYour code`),
  );
  expect(none).toBeGreaterThan(one ?? 0);
  expect(one).toBeGreaterThan(two ?? 0);
});

it("a number before another word on its own line is no code, unless the message says what to do with it", () => {
  expect(likelyCodes("Please verify your account.\n\n482913 Northwind")).toEqual([]);
  expect(likelyCodes("Please verify your account.\n\n482913")).toEqual(["one_time 482913"]);
});

it("digits to type are no code in a message about a parcel or a booking that does not speak of verifying", () => {
  expect(likelyCodes("Your parcel arrived.\n\nEnter the digits 4821")).toEqual([]);
  expect(likelyCodes("Your booking was made. Enter the digits 4821")).toEqual([]);
  expect(likelyCodes("Enter the digits 4821")).toEqual(["one_time 4821"]);
});

it.each(["Enter 482913 for 20% off", "Enter 482913 to win a prize", "Invite your friends: enter 482913"])(
  "a number to type is no code in an offer: %s",
  (text) => {
    expect(likelyCodes(text)).toEqual([]);
  },
);

it("a word that may end others counts as a word of its own too", () => {
  expect(likelyCodes("Geben Sie die Ziffern 4821 ein")).toEqual(["one_time 4821"]);
});

it("a word that only counts in capitals counts in no other case", () => {
  expect(likelyCodes("TAN 482913 for the shop")).toEqual(["one_time 482913"]);
  expect(likelyCodes("Tan 482913 for the shop")).toEqual([]);
});

describe("the sentence of an offer makes its code a reference", () => {
  it.each([
    "Your code 482913 gives 20% off",
    "Your code 482913 gives %20 off",
    "Your code 482913 gives 20٪ off",
    "Your code 482913 gives ٪20 off",
    "您的代码：482913 八折",
    "Share the code 482913 with your friends",
    "Your code 482913 for the prize",
  ])("%s", (text) => {
    expect(likelyCodes(text)).toEqual(["reference 482913"]);
  });
});

describe("a word for goods makes a code unlikely", () => {
  it.each(["Your parcel is on its way. Your code: 482913", "Win a prize! Your code: 482913"])(
    "if it stands near: %s",
    (text) => {
      expect(likelyCodes(text)).toEqual([]);
    },
  );

  it.each([
    "Your parcel is on its way.\n\nYour code: 482913",
    "Your code: 482913\nYour parcel is on its way",
    "Verify your account. Win a prize. Code: 482913",
  ])("but not in another paragraph, on a later line or beside a word of verifying: %s", (text) => {
    expect(likelyCodes(text)).toEqual(["one_time 482913"]);
  });
});

describe("beside an amount", () => {
  it.each([
    ["a label", "account code: 774120. Total €45"],
    ["an unknown word", "Trellis code: 774120. Total €45"],
    ["an unknown first part", "Trelliscode: 774120. Total 45 EUR"],
    ["a line of its own", "Code: 774120\nTotal €45"],
    [
      "an amount below the company's details",
      "Trellis code: 774120.\n\nMill Sp. z o.o., KRS 0000233278\nTotal 45 kroner",
    ],
    ["a line below an amount at the very beginning", "5元\nCode: 774120"],
  ])("%s makes the code that of a bill", (_what, text) => {
    expect(likelyCodes(text)).toEqual(["reference 774120"]);
  });

  it.each([
    ["a word that says whose it is", "Your code: 774120\nTotal: €45"],
    ["an ending that says whose it is", "Kodunuz: 774120\nToplam 45 TL"],
    ["more on the line after it", "Code: 774120, €45"],
    ["a name before a colon", "Trellis: code 774120. Total €45"],
    ["a name before an equals sign", "Trellis = code 774120. Total €45"],
    ["another number before it on the line", "Order 5512 code: 774120 Total €45"],
  ])("%s leaves it a one-time code", (_what, text) => {
    expect(likelyCodes(text)).toEqual(["one_time 774120"]);
  });
});

describe("a number of security or of a check", () => {
  it.each([
    ["Authentication number: 4821. Do not share it."],
    ["Authentication number: 4821. Enter it."],
    ["Authentication number: 4821. Sign in"],
    ["Número personal de seguridad: 4821"],
    ["セキュリティの番号：4821"],
    ["Sicherheitsnummer 4821, 45 EUR bezahlt. Gültig 5 Minuten"],
    ["Sicherheitsnummer 4821 bestätigen, 45 EUR"],
  ])("is to be typed: %s", (text) => {
    expect(likelyCodes(text)).toEqual(["one_time 4821"]);
  });

  it.each([
    ["a message that speaks of no code", "Authentication number: 4821", []],
    ["a payment", "Número de seguridad: 4821. Pagado 45 EUR", ["reference 4821"]],
    ["a payment with digits to sign in", "Login digits: 4821. Fee 45 EUR", ["reference 4821"]],
    ["a payment whose amount has a sign", "Login digits: 4821. Fee €45", ["reference 4821"]],
    ["a payment with digits to type", "Enter the digits 4821. Fee €45", []],
    ["a payment whose goods are checked", "Prüfnummer 4821 bestätigen, 45 EUR", []],
  ])("is none in %s: %s", (_what, text, codes) => {
    expect(likelyCodes(text)).toEqual(codes);
  });
});

describe("a password to keep is no code", () => {
  it.each([
    "Your wifi password: 482913",
    "Wi-Fi password 482913",
    "WLAN Passwort: 482913",
    "Your password changed: 482913",
    "Kennwort geändert: 482913",
    "Contraseña cambiada: 482913",
    "Password modificata 482913",
    "Parola cambiata 482913",
    "Hasło zmienione 482913",
    "Пароль изменен 482913",
  ])("%s", (text) => {
    expect(likelyCodes(text)).toEqual([]);
  });

  it("but one for a single use is, even if it was changed", () => {
    expect(likelyCodes("Your OTP was changed. 482913")).toEqual(["one_time 482913"]);
  });
});

describe("the name of a user is no code", () => {
  const prepositions = "for für pour para per voor för dla для pro pre za untuk cho עבור";
  it.each(prepositions.split(" "))("after %s", (preposition) => {
    expect(likelyCodes(`OTP ${preposition} 20014410`)).toEqual([]);
  });
});

describe("a number to write to is no code", () => {
  it.each([
    ...["text", "txt", "send", "reply", "msg"].map((verb) => `Your code: ${verb} HELP to 45120`),
    "Your code: Text HELP to 45120",
    "کد 45120 بفرست",
    "کد را به 45120 ارسال",
  ])("%s", (text) => {
    expect(likelyCodes(text)).toEqual([]);
  });
});

describe("a label before a number", () => {
  it.each([
    "Code sent to account ending with 774120",
    "Dear member 774120, code for you",
    "Código: número a marcar 774120",
    "Code for your account: 774120, 551207",
    "Unsubscribe: 080-123-4567 4410 code",
  ])("makes it no code: %s", (text) => {
    expect(likelyCodes(text)).toEqual([]);
  });

  it.each([
    "Código: número de verificación 774120",
    "Número para teclear 774120, código",
    "Código: el número es 774120",
    "Número de clave 774120",
    "Code for your account: 774120",
    "Mill: HARBOR. Code for your account: 774120",
  ])("does not, if a word names the code: %s", (text) => {
    expect(likelyCodes(text)).toEqual(["one_time 774120"]);
  });
});

describe("an entry with a price is no code", () => {
  it.each([
    "Gas meter reading: code 774120, €45",
    "Gas meter reading: code 774120; 45 €",
    "Gas meter reading: code 774120, 45 EUR",
    "قراءة عداد الغاز: رمز 774120، 45 €",
    "ガス メーター検針: コード 774120、45 €",
  ])("%s", (text) => {
    expect(likelyCodes(text)).toEqual([]);
  });
});

it.each([
  ["its heading is one letter", "G : code 774120, €45"],
  ["it follows the colon at once", "Login code here: 774120, €45"],
  ["the price is none", "Gas meter reading: code 774120, 45 pages"],
])("an entry with a price is a code if %s", (_why, text) => {
  expect(likelyCodes(text)).toEqual(["one_time 774120"]);
});

it.each([
  ["a long number after the capitals of a code", "one_time 123456789", "Your OTP 123456789"],
  ["a number too long for a count, before a unit", "one_time 48291", "Your code lasts 48291 minutes"],
  ["what follows the colon of a warning", "one_time 482913", "Never share your code with anybody at all: 482913"],
  ["what follows a label in brackets and a colon", "one_time 482913", "TAN (reference value 774120): 482913"],
  ["what follows a label in brackets and “is”", "one_time 482913", "TAN (reference value 774120) is 482913"],
  ["what follows a number in square brackets and a colon", "one_time 482913", "TAN [774120]: 482913"],
  ["what two kinds of line separator divide", "one_time 482913", "Your code: 48\u20282\u2029913"],
  ["letters to type to verify, beside a price", "one_time KQXZWV", "Total €45.\nEnter this to verify:\nKQXZWV\n"],
  ["the first number, if it has no label", "one_time 774120", "TAN 774120: 482913"],
])("%s is the code", (_what, code, text) => {
  expect(likelyCodes(text)).toEqual([code]);
});

it("a word that only begins like a Greek unit counts nothing", () => {
  expect(likelyCodes("Log in with 4829 or tap the link")).toEqual(["one_time 4829"]);
  expect(likelyCodes("Ο κωδικός ισχύει για 4829 ώρες")).toEqual([]);
});

it("a count before a unit is no code", () => {
  expect(likelyCodes("Your code expires in 4821 minutes")).toEqual([]);
});
