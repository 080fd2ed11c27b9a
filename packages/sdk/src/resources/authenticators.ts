import type { Schemas } from "@frontdesk/contract";
import { toNotFoundError } from "../errors.ts";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { checkOptions, checkTimeout } from "../requests/known-options.ts";
import { sleep } from "../requests/retry.ts";
import { type CallInit, type CallOptions, toCheckedInit, toLimits } from "../requests/send-request.ts";
import { withLimits } from "../requests/with-limits.ts";
import type { AuthenticatorRecord } from "../waiting/records.ts";
import { readPages } from "./pages.ts";

/** What an authenticator is registered from: the `otpauth://totp/…` URI of its QR code, or its secret. */
export type AuthenticatorSettings =
  | { uri: string; name?: string }
  | (Pick<Schemas["AuthenticatorRegistration"], "issuer" | "account"> & {
      /** Base32. */
      secret: string;
      name?: string;
      /** @default 6 */
      digits?: number;
      /** Seconds that a code is valid. @default 30 */
      period?: number;
      /** @default SHA1 */
      algorithm?: AuthenticatorRecord["algorithm"];
    });

export interface AuthenticatorCodeOptions extends CallOptions {
  /** Seconds that the code must still be valid; otherwise waits for the next one. @default 3 */
  minValidity?: number;
  /** Also returns a code that was returned before. An app accepts each code once. @default false */
  allowRepeat?: boolean;
}

/** A one-time code, and the whole seconds that it is still valid. */
export interface AuthenticatorCode {
  code: string;
  validFor: number;
}

/** An authenticator of the account. */
export interface Authenticator extends AuthenticatorRecord {
  /**
   * Returns a one-time code. Waits for the next one if this one expires while it is typed, or was returned before by this client.
   *
   * @throws RangeError for a `minValidity` that no code reaches
   * @example const { code } = await authenticator.code();
   */
  code(options?: AuthenticatorCodeOptions): Promise<AuthenticatorCode>;
}

/** Codes remembered per authenticator: the current one, and more in case that the servers' clocks differ. */
const maxReturnedCodes = 4;
/** Milliseconds of the default timeout of `code()` that are left for slow responses. */
const extraTimeMs = 30_000;
/** Seconds of a period that may pass before its code arrives here: no code is valid for these. */
const transferSeconds = 2;

/**
 * Creates the calls that manage authenticators, whose codes are an app's second factor. A server with the API's earlier edition has
 * none, and the calls throw NotFoundError.
 */
export function createAuthenticators(client: FrontdeskClient) {
  /** Codes that this client has returned, newest last, by authenticator. */
  const returnedCodes = new Map<string, string[]>();

  /** Remembers a returned code, besides the few before it, which may still be valid. Returns `false` if it was returned before. */
  function rememberIfNew(id: string, code: string): boolean {
    const codes = returnedCodes.get(id) ?? [];
    if (codes.includes(code)) return false;
    returnedCodes.set(id, [...codes, code].slice(-maxReturnedCodes));
    return true;
  }

  /** Creates the handle of a record: adds the method that returns its codes. */
  function toHandle(record: AuthenticatorRecord): Authenticator {
    return {
      ...record,
      /**
       * Returns a code valid for at least `minValidity` seconds. Waits for the next one if this one ends sooner or was returned before:
       * one second more than `valid_for`, which the server rounds down. No code can be valid for its whole period, because it takes up to
       * `transferSeconds` to arrive. `extraTimeMs`: time for slow responses.
       */
      code(options = {}) {
        checkOptions(options, ["minValidity", "allowRepeat", "timeout", "signal"], "code()");
        checkTimeout(options.timeout);
        const { minValidity = 3, allowRepeat = false, signal } = options;
        const maxValidity = record.period - transferSeconds;
        const isReachable = minValidity >= 0 && minValidity <= maxValidity;
        if (!isReachable)
          throw new RangeError(
            `minValidity must be from 0 to ${maxValidity} seconds: a code of ${record.name} is valid for ${record.period}.`,
          );
        // Another call may return the next code first, so there is time for two periods.
        const defaultTimeoutMs = 2 * record.period * 1000 + extraTimeMs;
        const limits = toLimits(signal, options.timeout ?? defaultTimeoutMs);
        return withLimits(limits, async (stop) => {
          for (;;) {
            const init = { params: { path: { id: record.id } }, ...limits, signal: stop };
            const { code, valid_for } = await unwrap(client.GET("/svc-api/authenticators/{id}/code", init));
            const isLongEnough = valid_for >= minValidity;
            const isReturnable = isLongEnough && (rememberIfNew(record.id, code) || allowRepeat);
            if (isReturnable) return { code, validFor: valid_for };
            const secondsToNextCode = valid_for + 1;
            await sleep(secondsToNextCode * 1000, stop);
          }
        });
      },
    };
  }

  /** Lists all authenticators of the account. */
  async function readAll(init: CallInit): Promise<AuthenticatorRecord[]> {
    const { pages } = await readPages((query) =>
      unwrap(client.GET("/svc-api/authenticators/list", { params: { query }, ...init })),
    );
    return pages.flatMap(({ authenticators }) => authenticators);
  }

  /** Finds an authenticator by id or name. @throws NotFoundError */
  async function find(idOrName: string, init: CallInit): Promise<AuthenticatorRecord> {
    // The server stores names in lower case.
    const name = idOrName.toLowerCase();
    const found = (await readAll(init)).find((record) => record.id === idOrName || record.name === name);
    if (found) return found;
    throw toNotFoundError("authenticator", idOrName);
  }

  return {
    /**
     * Registers an authenticator. Its secret is stored encrypted and never returned.
     *
     * @throws AlreadyTakenError, InvalidRequestError, LimitReachedError
     * @example await frontdesk.authenticators.register({ name: "anna", uri: "otpauth://totp/…" });
     */
    async register(settings: AuthenticatorSettings, options: CallOptions = {}): Promise<Authenticator> {
      const init = { body: settings, ...toCheckedInit(options, "register()") };
      return toHandle((await unwrap(client.POST("/svc-api/authenticators/register", init))).authenticator);
    },

    /** Lists all authenticators, without their secrets. */
    async list(options: CallOptions = {}): Promise<Authenticator[]> {
      return (await readAll(toCheckedInit(options, "list()"))).map(toHandle);
    },

    /** Opens an authenticator by id or name. @throws NotFoundError */
    async open(idOrName: string, options: CallOptions = {}): Promise<Authenticator> {
      return toHandle(await find(idOrName, toCheckedInit(options, "open()")));
    },

    /** Deletes an authenticator with its secret, by id or name. @throws NotFoundError */
    async delete(idOrName: string, options: CallOptions = {}): Promise<void> {
      const init = toCheckedInit(options, "delete()");
      const { id } = await find(idOrName, init);
      await unwrap(client.DELETE("/svc-api/authenticators/{id}", { params: { path: { id } }, ...init }));
      returnedCodes.delete(id);
    },
  };
}
