import {
  generateTotp,
  parseTotpUri,
  TotpError,
  type TotpInput,
  type TotpSettings,
  toTotpSettings,
} from "@frontdesk/basics/totp";
import type { Handlers, Schemas } from "@frontdesk/contract";
import type { Contexts } from "../context.ts";
import { Problem } from "../problem.ts";
import type { StoredAuthenticator } from "../store/authenticators.ts";
import { generateId } from "../text/ids.ts";
import { checkMailboxName, toLowerAscii } from "../text/names.ts";
import { toEventOf } from "./audit.ts";

/** Operations on authenticators, which generate the one-time passwords of an app's second factor (contract section 12). */
export const authenticatorOperations = {
  /** Stores a TOTP secret under a name, by default a random one. Names follow the rules for mailboxes. */
  async registerAuthenticator({ body }, { account, authenticators, limits }) {
    const name = toLowerAscii(body.name ?? `authenticator-${generateId()}`);
    // Reserved mailboxes are for email addresses such as `admin@`, which an authenticator does not have.
    const noReservedNames = new Set<string>();
    if (checkMailboxName(name, noReservedNames) !== null)
      throw new Problem(
        "invalid_request",
        "`name` must have 1 to 64 letters, digits, dots, dashes or underscores, and begin and end with a letter or digit.",
      );
    const settings = readSettings(body);
    const registered = await authenticators.register(account.id, name, settings, async () => limits.authenticators());
    return { authenticator: toAuthenticatorRecord(registered) };
  },

  async listAuthenticators({ query }, { account, authenticators }) {
    const { records, ...nextCursor } = await authenticators.page(account.id, query);
    return { authenticators: records.map(toAuthenticatorRecord), ...nextCursor };
  },

  /** Returns the current TOTP code of an authenticator and the next one. Recorded in the audit log. */
  async getAuthenticatorCode({ path }, context) {
    const { account, audit, authenticators, clock } = context;
    const { id, totp } = await authenticators.getOwned(path.id, account.id);
    audit.record(toEventOf(context, "code.returned", "authenticator")(id));
    const { code, nextCode, validForMs } = generateTotp(totp, clock.now());
    // Rounded down, so that a client never believes a code valid for longer than it is.
    return { code, valid_for: Math.floor(validForMs / 1000), next_code: nextCode };
  },

  async deleteAuthenticator({ path }, { account, authenticators }) {
    await authenticators.remove(path.id, account.id);
    return {};
  },
} satisfies Partial<Handlers<Contexts>>;

/** Returns the TOTP settings in a request's body, which has either an otpauth URI or fields. @throws Problem `invalid_request` */
function readSettings({ uri, secret, ...settings }: Partial<TotpInput> & { uri?: string }): TotpSettings {
  const isExactlyOne = (uri === undefined) !== (secret === undefined);
  if (!isExactlyOne)
    throw new Problem("invalid_request", "Give either `uri` (otpauth://totp/…) or `secret`, and not both.");
  try {
    // Without a secret there is a `uri`.
    return secret === undefined ? parseTotpUri(uri ?? "") : toTotpSettings({ ...settings, secret });
  } catch (error) {
    if (!(error instanceof TotpError)) throw error;
    throw new Problem("invalid_request", error.message);
  }
}

/** Returns the public record of an authenticator, without its secret. */
function toAuthenticatorRecord({ id, name, totp, created_at }: StoredAuthenticator): Schemas["Authenticator"] {
  const { secret: _secret, ...settings } = totp;
  return { id, name, ...settings, created_at };
}
