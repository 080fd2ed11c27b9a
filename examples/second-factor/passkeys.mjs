import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";

/** Registers passkeys and checks sign-ins with them. A session keeps the challenge between the two calls of each. */
export function createPasskeys(origin) {
  const rpID = new URL(origin).hostname;
  const expected = (session) => ({
    expectedChallenge: session.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
  });
  return {
    async startRegistration(session) {
      const authenticatorSelection = { residentKey: "required", userVerification: "required" };
      const { email } = session.account;
      const options = await generateRegistrationOptions({
        rpName: "Shop",
        rpID,
        userName: email,
        authenticatorSelection,
      });
      session.challenge = options.challenge;
      return options;
    },
    async finishRegistration(session, response) {
      const { verified, registrationInfo } = await verifyRegistrationResponse({ response, ...expected(session) });
      if (verified) session.account.passkeys.push(registrationInfo.credential);
      return { verified };
    },
    async startSignIn(session) {
      const options = await generateAuthenticationOptions({ rpID, userVerification: "required" });
      session.challenge = options.challenge;
      return options;
    },
    async finishSignIn(session, response, accounts) {
      const account = [...accounts].find(({ passkeys }) => passkeys.some(({ id }) => id === response.id));
      const credential = account?.passkeys.find(({ id }) => id === response.id);
      if (!credential) return { verified: false };
      const { verified } = await verifyAuthenticationResponse({ response, credential, ...expected(session) });
      Object.assign(session, { account, isSignedIn: verified });
      return { verified };
    },
  };
}
