import { readFileSync } from "node:fs";

/** Packages of the scripts. */
const packages: Record<string, string> = {
  resend: "resend",
  sendgrid: "@sendgrid/mail",
  postmark: "postmark",
  mailgun: "mailgun.js",
  ses: "@aws-sdk/client-sesv2",
  sns: "@aws-sdk/client-sns",
  twilio: "twilio",
  vonage: "@vonage/server-sdk",
  "sendgrid-python": "sendgrid",
  "ses-python": "boto3",
  "sns-python": "boto3",
  "twilio-python": "twilio",
};

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

/** Returns the package and version of the SDK that a script uses. */
export function toSdk(script: string): string {
  const [name = ""] = script.split(".");
  const installed = packages[name] ?? "";
  if (!script.endsWith(".py")) return `${installed} ${JSON.parse(read("./package.json")).dependencies[installed]}`;
  const line = read("./requirements.txt")
    .split("\n")
    .find((requirement) => requirement.startsWith(`${installed}==`));
  return `${line?.replace("==", " ")} (Python)`;
}
