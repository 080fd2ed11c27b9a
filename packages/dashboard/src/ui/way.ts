/** Ways that their names alone would not explain. */
const ways: Record<string, string> = {
  smtp: "over SMTP",
  http: "over HTTP",
  program: "from the server's own program",
  test: "as a test",
  phone: "from a phone",
  sendgrid: "via SendGrid's API",
  ses: "via Amazon SES's API",
  sns: "via Amazon SNS's API",
};

/** Returns how a message arrived, in words. A newer server may have other ways: providers are called by their names. */
export function toWay(via: string): string {
  const known = Object.hasOwn(ways, via) ? ways[via] : undefined;
  return known ?? `via ${via.charAt(0).toUpperCase()}${via.slice(1)}'s API`;
}
