/** Returns the token of an `Authorization: Bearer` header, or `null`. */
export function readBearer(headers: Headers): string | null {
  return /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Returns user name and password of HTTP basic authentication (RFC 7617), or `null`. The password may contain colons. */
export function readBasic(headers: Headers): { name: string; password: string } | null {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (encoded === undefined) return null;
  const [name = "", ...passwordParts] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { name, password: passwordParts.join(":") };
}

/** Returns the access key id of an AWS signature (version 4), or `null`. The signature itself is not verified. */
export function readAwsKeyId(headers: Headers): string | null {
  return /^AWS4-HMAC-SHA256 Credential=([^/,\s]{1,256})\//.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}
