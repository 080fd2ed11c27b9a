import { describe, expect, it } from "vitest";
import { extractCode } from "../src/all.ts";
import { extractCode as extractByRoots } from "../src/index.ts";

describe("a user's name is no code", () => {
  it.each([
    "Reset password for ben2001",
    "Reset password for Ben4410",
    "Reset password for BEN4410",
    "Reset password for b3nny",
    "Reset password for ben-4410",
    "Reset password for ben.4410",
    "Reset password for 4410ben",
    "Reset password for 20014410",
    'Reset password for "ben4410"',
    "Password reset: ben4410",
    "Password reset for user: ben4410",
    'The password for "ben2001" was changed',
    "Somebody asked to reset the password of @b3nny.",
    "b3nny, your password was reset",
    "ben4410, your verification code is below",
    "Sign-in code for b3nny",
    "Passwort für b3nny zurücksetzen",
    "Passwort von b3nny zurücksetzen",
    "Réinitialisation du mot de passe pour ben2001",
    "Mot de passe de « b3nny »",
    "Restablecer la contraseña de ben2001",
    "Redefinir senha para ben2001",
    "Reimposta la password di ben2001",
    "Wachtwoord van b3nny",
    "Hasło użytkownika b3nny",
    "Heslo uživatele b3nny",
    "Återställ lösenord för ben2001",
    "b3nny kullanıcısının şifresi",
    "Пароль для b3nny",
    "סיסמה עבור b3nny",
    "كلمة المرور للمستخدم b3nny",
    "ben2001 のパスワードをリセット",
    "ben2001님의 비밀번호 재설정",
    "重置ben2001的密码",
  ])("%s", (text) => {
    expect(extractCode(text)).toBeNull();
    expect(extractByRoots(text)).toBeNull();
  });

  it.each([
    ["Sign-in code for b3nny: 884120", "884120"],
    ["Verification code for ben4410 is 884120", "884120"],
    ["Hi ben4410, 884120 is your code", "884120"],
    ["Your code for Harbor Pro 884120", "884120"],
    ["Reset code for b3nny: k8w2qp", "k8w2qp"],
    ["ben2001様、 ワンタイムパスワード：7717", "7717"],
    ["Your code is k8w2qp", "k8w2qp"],
    ["Your code: abc4410", "abc4410"],
    ["Your code for Harbor is abc4410", "abc4410"],
    ["k8w2qp is your code", "k8w2qp"],
    ["k8w2qp が認証コードです", "k8w2qp"],
    ["Use code k8w2qp to sign in", "k8w2qp"],
  ])("and the code beside it is found: %s", (text, code) => {
    expect(extractCode(text)).toBe(code);
    expect(extractByRoots(text)).toBe(code);
  });
});

it.each([
  "#70412 Ana Marques: 885850",
  "Ali Zadeh: 885850",
  "Pedro Escribano 885850",
  "Anna Kullander: 885850",
  "Ticket 12 Joan Inserra: 885850",
])("a surname asks nobody to type anything: %s", (text) => {
  expect(extractCode(text)).toBeNull();
  expect(extractByRoots(text)).toBeNull();
});

it.each(["Please enter 885850", "Please Enter 885850 To Login", "Geben Sie 885850 ein"])("a verb does: %s", (text) => {
  expect(extractCode(text)).toBe("885850");
});

it("takes a field with a name of its own for none, whatever the title speaks of", () => {
  expect(extractCode("암호가 변경되었습니다.\n\n* 상태: New\n* 버전: 9482")).toBeNull();
  expect(extractByRoots("您的密码已经变更。\n\n* 版本: 2443")).toBeNull();
});

it("ends a word of a script without spaces where Latin letters begin", () => {
  expect(extractCode("ログインするにはコードD7A2F2を入力してください。")).toBe("D7A2F2");
  expect(extractByRoots("请输入验证码R1X9M9登录。")).toBe("R1X9M9");
});
