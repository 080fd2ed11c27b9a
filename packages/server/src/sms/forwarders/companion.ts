import { toTimestamp } from "../../clock.ts";
import { type Forwarder, phoneOf, pushUrl } from "./forwarder.ts";

/** Frontdesk's own app. It gets the key by a claim code, so nothing is typed. */
export const companion = {
  title: "Frontdesk companion",
  platform: "android",

  /** Returns the setup instructions, line by line. */
  setup: ({ url, token, phones }) => [
    "Nothing is typed into the app: `frontdesk phone setup --app companion` prints a code to scan.",
    `It then pushes to ${pushUrl({ url })}`,
    `with the key ${token} and the number${phones[1] ? "s" : ""} ${phones.filter(Boolean).join(", ")}.`,
  ],

  warnings: [
    "Nobody has reported a run on a phone yet: docs/how-to/phones.md has a checklist for the first.",
    "Android may ask more than once before it installs an app that does not come from a store.",
  ],

  /** Returns the request that the app sends for an SMS if it is set up as above. */
  toRequest: (target, { sender, body, receivedAt, sim }) => ({
    url: pushUrl(target),
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      authorization: `Bearer ${target.token}`,
    },
    body: JSON.stringify({
      messages: [
        {
          phone: phoneOf(target, { sim }),
          sender,
          body,
          // The app writes an offset instead of `Z`.
          received_at: toTimestamp(receivedAt).replace("Z", "+00:00"),
        },
      ],
    }),
  }),
} satisfies Forwarder;
