import type { Handlers } from "@frontdesk/contract";
import type { Contexts } from "../context.ts";
import { Problem } from "../problem.ts";
import type { Forwarder } from "../sms/forwarders/forwarder.ts";
import { androidLimits, forwarders } from "../sms/forwarders/index.ts";
import { normalizePhone } from "../sms/phone.ts";

/** Operation that returns what `frontdesk phone setup` prints. */
export const phoneSetupOperations = {
  /** Returns for each SMS forwarding app how to set up a phone with one or two numbers for an SMS inbox. */
  async getPhoneSetup(input, { account, facts, smsInboxes }) {
    const { id, token } = await smsInboxes.getOwned(input.path.id, account.id);
    const { query } = input;
    const first = parsePhone("phone", query.phone);
    const second = query.phone2 ? parsePhone("phone2", query.phone2) : undefined;
    const target = {
      url: facts.publicUrl,
      token,
      id,
      phones: second ? ([first, second] as const) : ([first] as const),
    };
    const apps = Object.entries<Forwarder>(forwarders)
      // The companion app needs no settings: it is paired by a code (`createPairing`).
      .filter(([name]) => name !== "companion")
      .map(([name, { title, platform, setup, warnings, toImportFile }]) => ({
        name,
        title,
        platform,
        lines: setup(target),
        warnings,
        import_file: toImportFile?.(target) ?? null,
      }));
    return { apps, limits: androidLimits };
  },
} satisfies Partial<Handlers<Contexts>>;

/** Normalizes the phone number in a field of the query. @throws Problem `invalid_request` that names the field */
function parsePhone(field: string, input: string): string {
  const phone = normalizePhone(input);
  if (phone === null) throw new Problem("invalid_request", `\`${field}\` must be a phone number of 7 to 15 digits.`);
  return phone;
}
