import { Secret, TOTP } from "otpauth";

/** An account with its authenticator's secret and its passkeys. */
export function createAccount(email) {
  // 10 seconds instead of 30, so that the test need not wait long for the next code.
  const totp = new TOTP({ issuer: "Shop", label: email, secret: new Secret(), period: 10 });
  let lastCounter = 0;
  return {
    email,
    authenticatorUri: totp.toString(),
    hasAuthenticator: false,
    passkeys: [],
    /** Accepts the codes of this period and of the one before, each once. */
    acceptsCode(code) {
      const delta = totp.validate({ token: code, window: 1 });
      if (delta === null || totp.counter() + delta <= lastCounter) return false;
      lastCounter = totp.counter() + delta;
      return true;
    },
  };
}
