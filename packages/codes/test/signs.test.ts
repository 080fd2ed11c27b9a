import { describe, expect, it } from "vitest";
import { likelyCodes } from "./likely-codes.ts";

describe("three digits are a code", () => {
  it.each([...":=>]】」-"])("after a keyword with %s", (sign) => {
    expect(likelyCodes(`Your code${sign} 482`)).toEqual(["one_time 482"]);
  });

  it.each([...`"'\`“”„«»*([「【『`])("after %s that follows a colon", (sign) => {
    expect(likelyCodes(`Your code: ${sign}482`)).toEqual(["one_time 482"]);
  });

  it.each([..."\"'`“„«(["])("after %s that follows “is”", (sign) => {
    expect(likelyCodes(`Your code is ${sign}482`)).toEqual(["one_time 482"]);
  });

  it.each(["", ",", "."])("but not after a keyword with %o", (sign) => {
    expect(likelyCodes(`Your code${sign} 482`)).toEqual([]);
  });
});

describe("letters after a colon are a code", () => {
  it.each([...`"'\`“„«»*「『`])("that %s opens", (sign) => {
    expect(likelyCodes(`Your code: ${sign}hwkrbt`)).toEqual(["one_time hwkrbt"]);
  });

  it.each([..."([【”"])("but not if %s stands before them", (sign) => {
    expect(likelyCodes(`Your code: ${sign}hwkrbt`)).toEqual([]);
  });

  it.each([..."\"'`»」』*"])("that %s closes at the end of a phrase", (sign) => {
    expect(likelyCodes(`Your code: hwkrbt${sign} Thanks`)).toEqual(["one_time hwkrbt"]);
    expect(likelyCodes(`Your code: hwkrbt${sign} thanks`)).toEqual([]);
  });

  it.each([...".,;!"])("that %s ends", (sign) => {
    expect(likelyCodes(`Your code: hwkrbt${sign} thanks`)).toEqual(["one_time hwkrbt"]);
  });
});

describe("digits are part of something else", () => {
  it.each([..."%°•●+_&?~@€"])("after %s", (sign) => {
    expect(likelyCodes(`Your code: ${sign}482913`)).toEqual([]);
  });

  it.each([..."%°•●@€"])("before %s", (sign) => {
    expect(likelyCodes(`Your code is 482913${sign}`)).toEqual([]);
  });

  it.each(["EUR", "kr", "Ft", "dollars"])("before a word for money: %s", (word) => {
    expect(likelyCodes(`Your code: 482913 ${word}`)).toEqual([]);
  });

  it.each([...".,:/'’+-"])("if %s joins them to another digit", (sign) => {
    expect([`1${sign}482913`, `482913${sign}1`].flatMap((number) => likelyCodes(`Your code ${number}`))).toEqual([]);
  });
});

describe("codes are those of a list", () => {
  const backups = ["backup ABCD12", "backup EFGH34", "backup IJKL56"];

  it.each([...",;|/•*·-"])("with %s between them", (sign) => {
    expect(likelyCodes(`Your code ABCD12 ${sign} EFGH34 ${sign} IJKL56`)).toEqual(backups);
  });

  it.each([...".):"])("with a number and %s before each", (sign) => {
    expect(likelyCodes(`Your code\n1${sign} ABCD12\n2${sign} EFGH34\n3${sign} IJKL56`)).toEqual(backups);
  });
});

describe("six digits are a code", () => {
  it.each(
    "verification authentication 2FA MFA vérification authentification verificación autenticación verificação autenticação verifizierung verificatie verifiering verifisering weryfikacja doğrulama верификация верифікація verifikasi 验证 驗證 認証 인증".split(
      " ",
    ),
  )("after a label that names a verification: %s", (word) => {
    for (const colon of [": ", "："]) expect(likelyCodes(`Copper ${word}${colon}482913`)).toEqual(["one_time 482913"]);
  });

  it.each([": ", "："])("that nobody is to be told, after any label with %o", (colon) => {
    expect(likelyCodes(`Copper${colon}482913. Share it with nobody.`)).toEqual(["one_time 482913"]);
    expect(likelyCodes(`Copper${colon}482913`)).toEqual([]);
  });
});
