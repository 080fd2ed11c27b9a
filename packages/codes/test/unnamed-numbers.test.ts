import { describe, expect, it } from "vitest";
import { extractCode } from "../src/all.ts";
import { extractCode as extractByRoots } from "../src/index.ts";
import { likelyCodes } from "./likely-codes.ts";

describe("the only number of a text that Android hands to an app is a code", () => {
  it.each([
    ["at its beginning", "<#> 482913 is what you need for Heron\nk8TdPq2vXyZ", "482913"],
    ["without the app's hash", "<#> 482913 is what you need for Heron", "482913"],
    ["without the prefix", "482913 is what you need for Heron k8TdPq2vXyZ", "482913"],
    ["with a blank after the hash", "482913 is what you need for Heron k8TdPq2vXyZ \n", "482913"],
    ["with a hash that has a sign", "482913 is what you need for Heron k8+dPq/vXyZ", "482913"],
    ["after a name and a colon", "<#> Heron: 4829", "4829"],
    ["after “with”", "<#> Start the scooter with 48213", "48213"],
    ["after “is”", "<#> What you need is 48213", "48213"],
    ["of eight digits", "<#> 48291376 is what you need for Heron", "48291376"],
    ["before a word for “to”", "<#> 48213 zum Öffnen des Schlosses", "48213"],
    ["before a word of verifying", "<#> 48213 confirms it for Heron", "48213"],
  ])("%s", (_where, text, code) => {
    expect([extractCode(text), extractByRoots(text)]).toEqual([code, code]);
  });

  it.each([
    ["only a sentence further on has the mark", "482913 is what you need for Heron. <#> is our mark"],
    ["the last word has no digit", "482913 is what you need for Heron kvTdPqxvXyZ"],
    ["the last word has no capital", "482913 is what you need for Heron k8tdpq2vxyz"],
    ["the last word has no small letter", "482913 is what you need for Heron K8TDPQ2VXYZ"],
    ["the last word has ten characters", "482913 is what you need for Heron k8TdPq2vXy"],
    ["the last word has twelve characters", "482913 is what you need for Heron k8TdPq2vXyZ9"],
    ["it has three digits", "<#> 482 is what you need for Heron"],
    ["it has nine digits", "<#> 482913761 is what you need for Heron"],
    ["it ends a statement about something", "<#> The scooter has plate 48213"],
    ["it counts what follows", "<#> 48213 riders joined Heron"],
    ["it has a name of its own", "<#> Ticket 48213 is open"],
    ["there is another number", "<#> 482913 or 582914"],
    ["an amount is named", "<#> 48213, 12 EUR"],
    ["it is a year", "<#> 2026 is the year of Heron"],
    ["it is for friends", "<#> Heron: 48213, tell your friends"],
    ["it was changed", "<#> Heron: 48213. It was changed."],
    ["the text is long", `<#> 482913 is what you need for Heron. ${"We like birds. ".repeat(15)}`],
  ])("but not if %s", (_why, text) => {
    expect([extractCode(text), extractByRoots(text)]).toEqual([null, null]);
  });
});

describe("a number after a label of verification or activation is a code", () => {
  it.each([
    "Activation: 48213",
    "Device activation: 48213",
    "Activation : 48213",
    "Aktivierung: 48213",
    "Freischaltung: 48213",
    "Activación: 48213",
    "Ativação: 48213",
    "Attivazione: 48213",
    "Activering: 48213",
    "Aktywacja: 48213",
    "Aktivasi: 48213",
    "Активация: 48213",
    "Активація: 48213",
    "Верификация: 48213",
    "Верифікація: 48213",
    "Verification: 48213",
    "Vérification : 48213",
    "Verifizierung: 48213",
    "Verificatie: 48213",
    "Verificación: 48213",
    "Verificação: 48213",
    "Verificazione: 48213",
    "Verifiering: 48213",
    "Weryfikacja: 48213",
    "Verifikasi: 48213",
    "Authentication: 48213",
    "Authentification : 48213",
    "Autenticación: 48213",
    "Autenticação: 48213",
  ])("%s", (text) => {
    expect([extractCode(text), extractByRoots(text)]).toEqual(["48213", "48213"]);
  });

  it("if it has five to eight digits", () => {
    const lengths = [4, 5, 6, 7, 8, 9].filter((length) => extractCode(`Activation: ${"482913765".slice(0, length)}`));
    expect(lengths).toEqual([5, 6, 7, 8]);
  });

  it.each([
    "Activity: 48213",
    "Active: 48213",
    "Aktivität: 48213",
    "Aktivitätsmessung: 48213",
    "Registration: 48213",
    "Confirmation: 48213",
    "Activation fee: 48213",
    "Activation: 48213 devices",
    "Activation: 20261129",
    "Verified: 48213",
    "Motivation: 48213",
  ])("but not %s", (text) => {
    expect([extractCode(text), extractByRoots(text)]).toEqual([null, null]);
  });
});

it("a number to sign in with has four to eight digits", () => {
  const lengths = [3, 4, 5, 6, 7, 8, 9].filter((length) => extractCode(`Log in with ${"482913765".slice(0, length)}.`));
  expect(lengths).toEqual([4, 5, 6, 7, 8]);
});

it.each([
  "Log in with 4410 other players",
  "20 % off if you sign up with W7NT3R20",
  "482913 your very own new mill login",
])("a number is no code of a login that only stands near it: %s", (text) => {
  expect(extractCode(text)).toBeNull();
});

it("five digits after a short label that are not to be shared are a code", () => {
  expect(likelyCodes("Heron: 48213. Never share it with anyone.")).toEqual(["one_time 48213"]);
  expect(likelyCodes("Heron: 4821. Never share it with anyone.")).toEqual([]);
  expect(likelyCodes("Heron: 48213. Never share it with anyone. It costs 12 EUR.")).toEqual([]);
});

it("to pair a device is to verify", () => {
  expect(extractCode("To pair your watch, type 4821 on it.")).toBe("4821");
  expect(extractCode("Pair this TV by typing 4821.")).toBe("4821");
  expect(extractCode("For a pair of shoes, type 4821.")).toBeNull();
});

describe("the following number, which somebody asks to type, is a code", () => {
  it.each([
    ["en", "Please copy the following number into the form:\n\n48213\n\nYour Heron team"],
    ["en", "Type the number below on the page where you began.\n\n48213"],
    ["en", "Enter this number on the other screen: 48213"],
    ["de", "Bitte übertragen Sie die folgende Zahl in das Formular:\n\n48213\n\nIhr Reiher-Team"],
    ["de", "Geben Sie die folgende Zahl ein: 48213"],
    ["fr", "Merci de recopier le numéro suivant dans le formulaire :\n\n48213"],
    ["es", "Copie el siguiente número en el formulario:\n\n48213"],
    ["pt", "Introduza o seguinte número no formulário:\n\n48213"],
    ["it", "Inserisci il seguente numero nel modulo:\n\n48213"],
    ["nl", "Neem het volgende nummer over in het formulier:\n\n48213"],
    ["pl", "Przepisz poniższy numer do formularza:\n\n48213"],
  ])("in %s: %j", (_language, text) => {
    expect(extractCode(text)).toBe("48213");
  });

  it("in a mail with amounts only if the request says what for", () => {
    const mail = (request: string) =>
      `${request} please copy the following number into the form:\n\n48213\n\nYour last invoice: 59,00 EUR.`;
    expect(extractCode(mail("To confirm your new address,"))).toBe("48213");
    expect(extractCode(mail("To get the paper,"))).toBeNull();
  });

  it.each([
    ["it is that of an order", "Please copy the following order number into the form:\n\n48213"],
    ["the request names an invoice", "To pay your invoice, copy the following number into the form:\n\n48213"],
    ["the request names a parcel", "To follow your parcel, enter the following number:\n\n48213"],
    ["the request names a meter", "To see your meter online, enter the following number:\n\n48213"],
    ["it is to be used, not typed", "Use the following number when you write to us:\n\n48213"],
    ["it is that of a meter", "Vul het volgende meternummer in:\n\n48213"],
    ["it is that of an order, in Polish", "Przepisz numer zamówienia:\n\n48213"],
    ["it is to be given, in German", "Bitte geben Sie bei Rückfragen folgende Nummer an:\n\n48213"],
  ])("but not if %s", (_why, text) => {
    expect(extractCode(text)).toBeNull();
  });
});
