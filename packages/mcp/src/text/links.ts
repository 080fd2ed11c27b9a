import { extractLink } from "@frontdesk/sdk/codes/all";

/** A link as the API returns it. */
export interface MessageLink {
  url: string;
  text: string;
}

/** Returns the host that a URL really leads to, with international names in Punycode; an empty text for an invalid URL. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

/** Returns the link that a message asks to follow, such as one to confirm an address, or `null`. */
export function actionLinkOf(
  message: { body: string; sender: string; subject?: string; links?: MessageLink[] },
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
