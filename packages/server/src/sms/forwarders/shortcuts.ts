import { type Forwarder, pushUrl } from "./forwarder.ts";
import { escapeJson } from "./json-escape.ts";

/** Apple's Shortcuts: an automation on the iPhone that posts each message. Nothing is installed. */
export const shortcuts = {
  title: "Shortcuts on an iPhone (Apple's own app, iOS 17 or later)",
  platform: "ios",

  /** Returns the setup instructions, line by line. */
  setup: (target) => [
    "In the app Shortcuts: Automation → + → Message. Then",
    "  Message Contains        one space, for every message of two words or more",
    "  Run Immediately         selected, with Notify When Run off",
    "",
    "Next → New Blank Automation → Add Action → Get Contents of URL. Open its details, then",
    `  URL                     ${pushUrl(target)}`,
    "  Method                  POST",
    `  Headers                 Authorization: Bearer ${target.token}`,
    "  Request Body            JSON, with three fields of the type Text:",
    `    phone                 ${target.phones[0]}`,
    "    sender                the variable Shortcut Input; tap it and choose Sender",
    "    body                  the variable Shortcut Input, as it is",
    "",
    "Done. Then send this phone an SMS while it is unlocked, and choose Always Allow when Shortcuts wants to connect.",
  ],

  warnings: [
    "No iPhone was at hand when this was written: menus may differ. The request itself is replayed in our tests.",
    "It forwards iMessages too. To keep private ones on the phone, choose senders, or let Message Contains be a word such as code.",
    "Shortcuts does not try again: a message that arrives without a network, or while the server is down, is not forwarded.",
    "After a restart, nothing is forwarded until the iPhone is unlocked once.",
    "Shortcuts does not know the SIM: all messages go to the first number.",
    "If the server rejects messages because `sender` is blank, type a fixed text such as iPhone there.",
    "Anyone who can open Shortcuts on this phone, or on a device that syncs with it, can read the key.",
  ],

  /** Returns the request that the app sends for an SMS if it is set up as above. */
  toRequest: (target, sms) => ({
    url: pushUrl(target),
    headers: {
      "content-type": "application/json",
      accept: "*/*",
      "accept-encoding": "gzip, deflate, br",
      "user-agent": "BackgroundShortcutRunner/1417.1 CFNetwork/1406.0.4 Darwin/22.4.0",
      authorization: `Bearer ${target.token}`,
    },
    // The app sends no time, so the server's is used. The order of the fields is any.
    body: `{${Object.entries({ sender: sms.sender, phone: target.phones[0], body: sms.body })
      .map(([name, value]) => `"${name}":"${escapeJson(value, escapeSlash)}"`)
      .join(",")}}`,
  }),
} satisfies Forwarder;

/** Escapes slashes, as Apple's JSON library does. */
function escapeSlash(unit: string): string | undefined {
  return unit === "/" ? "\\/" : undefined;
}
