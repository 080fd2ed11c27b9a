import { extractLink } from "@frontdesk/sdk/codes/all";

/** A link as the API has it. */
export interface Link {
  url: string;
  text: string;
}

/** Where a link leads, whatever else its address pretends; international names in the letters that are sent. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

/** The link of a message that is to be followed, whole; `null` when it has none. */
export function linkOf(
  message: { body: string; sender: string; subject?: string; links?: Link[] },
  channel: "email" | "sms",
): string | null {
  const { body, sender, subject, links } = message;
  return extractLink(body, {
    channel,
    sender,
    ...(subject === undefined ? {} : { subject }),
    ...(links === undefined ? {} : { links }),
  });
}
