import { toTimestamp } from "../../clock.ts";
import { type Forwarder, pushUrl } from "./forwarder.ts";

/** A script on the phone that sends the latest SMS repeatedly. This server drops duplicates. */
export const termux = {
  title: "Termux with Termux:API (a script, for people who like them)",
  platform: "android",

  /** Returns the setup instructions, line by line. */
  setup: (target) => [
    "Install Termux, Termux:API and Termux:Boot, all three from F-Droid, and allow Termux:API to read SMS and contacts.",
    "In Termux: pkg install termux-api jq curl",
    "Write this as ~/.termux/boot/frontdesk.sh, make it executable, and start it once:",
    "",
    "  #!/data/data/com.termux/files/usr/bin/sh",
    "  termux-wake-lock",
    "  while sleep 5; do",
    '    termux-sms-list -t inbox -l 20 | jq -c --arg zone "$(date +%:z)" \\',
    `      '${jqFilter(target.phones[0])}' |`,
    `      curl -fsS -o /dev/null -H 'Authorization: Bearer ${target.token}' -H 'Content-Type: application/json' \\`,
    `        --data-binary @- '${pushUrl(target)}'`,
    "  done",
  ],

  warnings: [
    "Termux does not report the SIM of an SMS: all go to the first number.",
    "Android may stop the script when it saves power; exempt Termux from battery optimisation.",
    "Its times have no time zone; in the hour when the clocks go back they are an hour off.",
  ],

  /** Returns the request that the app sends for an SMS if it is set up as above. */
  toRequest: (target, sms) => ({
    url: pushUrl(target),
    headers: { "content-type": "application/json", authorization: `Bearer ${target.token}` },
    // One message, where the script sends the latest twenty. The app's times have neither milliseconds nor a zone, which the
    // script adds.
    body: `${JSON.stringify({
      phone: target.phones[0],
      messages: [
        { sender: sms.sender, body: sms.body, received_at: `${toTimestamp(sms.receivedAt).slice(0, 19)}+00:00` },
      ],
    })}\n`,
  }),
} satisfies Forwarder;

/** Returns the jq program that turns the app's list into a push. It sorts by age, and drops empty messages, which would make the server reject the whole push. */
function jqFilter(phone: string): string {
  return `{phone: "${phone}", messages: [sort_by(._id)[] | select((.body // "") != "" and (.address // "") != "") | {sender: .address, body, received_at: ((.received | sub(" "; "T")) + $zone)}]}`;
}
