/** Descriptions of the channels whose names alone would not explain them. */
const descriptions: Record<string, string> = {
  smtp: "over SMTP",
  http: "over HTTP",
  program: "from the server's own program",
  test: "as a test",
  phone: "from a phone",
  sendgrid: "via SendGrid's API",
  ses: "via Amazon SES's API",
  sns: "via Amazon SNS's API",
};

/** Returns how a message arrived, in words. An unknown channel is the name of a provider: newer servers may support others. */
export function describeVia(via: string): string {
  const known = Object.hasOwn(descriptions, via) ? descriptions[via] : undefined;
  return known ?? `via ${via.charAt(0).toUpperCase()}${via.slice(1)}'s API`;
}
