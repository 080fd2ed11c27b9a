import { expect, test } from "vitest";
import { TokenRefusedError, toFailureReason } from "../../src/client/errors.ts";

const noTls = "the server does not use TLS on this port; its URL may have to begin with http://";
const untrusted = (reason: string) =>
  `the server's certificate is not trusted (${reason}); if it is your own, name it in NODE_EXTRA_CA_CERTS`;
const failure = (code: string, message = "") => Object.assign(new Error(message), { code });

test("a name with several addresses fails with one reason, not with a list", () => {
  const both = new AggregateError([failure("ECONNREFUSED", "connect ECONNREFUSED ::1:8787"), failure("ECONNREFUSED")]);
  expect(toFailureReason(both)).toBe("connect ECONNREFUSED ::1:8787");
});

test("TLS errors say what to change, without OpenSSL's wording", () => {
  const wrong = failure("EPROTO", "write EPROTO 800C:error:0A00010B:SSL routines::wrong version number:\n");
  expect(toFailureReason(wrong)).toBe(noTls);
});

test("an error without a message is named by its code", () => {
  expect(toFailureReason(failure("ETIMEDOUT"))).toBe("ETIMEDOUT");
});

test.each([
  [
    new TokenRefusedError("http://desk.example", "it was renewed"),
    "http://desk.example refused the token: it was renewed",
  ],
  ["text", "text"],
  [new AggregateError([], "none answered"), "none answered"],
  [new TypeError(), "TypeError"],
  [failure("ECONNRESET", "socket hang up"), "socket hang up"],
])("the reason of a failure (%#) is one line", (error, reason) => {
  expect(toFailureReason(error)).toBe(reason);
});

test.each([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
])("an untrusted certificate (%s) is reported as such, with what to do", (code) => {
  expect(toFailureReason(failure(code, "why"))).toBe(untrusted("why"));
});

test("any other TLS error says that the server may not speak TLS", () => {
  expect(toFailureReason(failure("ERR_SSL_WRONG_VERSION_NUMBER", "x"))).toBe(noTls);
  expect(new TokenRefusedError("http://desk.example", "").server).toBe("http://desk.example");
});
