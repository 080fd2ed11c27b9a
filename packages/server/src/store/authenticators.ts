import type { TotpSettings } from "@frontdesk/basics/totp";
import { Problem } from "../problem.ts";
import { type LoadLimit, type OwnedRecord, openOwnedRecords, type StoreParts } from "./owned-records.ts";

/** An authenticator as stored. The storage encrypts the record, which holds the secret. */
export interface StoredAuthenticator extends OwnedRecord {
  name: string;
  totp: TotpSettings;
}

const nameKey = (account: string, name: string) => `authenticator-name:${account}:${name}`;

export type AuthenticatorStore = ReturnType<typeof createAuthenticatorStore>;

/** Stores the authenticators of all accounts. */
export function createAuthenticatorStore(parts: StoreParts) {
  const { kv } = parts;
  const records = openOwnedRecords<StoredAuthenticator>(parts, {
    key: "authenticator",
    list: "authenticators",
    noun: "authenticator",
    nouns: "authenticators",
    limitSetting: "--authenticators-per-account",
  });

  return {
    getOwned: records.getOwned,
    page: records.page,
    count: records.count,
    deleteEmptyList: records.deleteEmptyList,

    /** Registers an authenticator. @throws Problem `limit_reached`, or `already_taken` if the account has one of this name. */
    async register(account: string, name: string, totp: TotpSettings, limit: LoadLimit): Promise<StoredAuthenticator> {
      return records.add({
        account,
        limit,
        /** Builds the record and the entry for its name. The account's lock keeps other calls from taking the name. */
        async build(base) {
          if ((await kv.get(nameKey(account, name))) !== null)
            throw new Problem(
              "already_taken",
              `This account already has an authenticator named ${name}. Choose another name, or delete that one.`,
            );
          return { record: { ...base, name, totp }, writes: [[nameKey(account, name), { id: base.id }]] };
        },
      });
    },

    /** Deletes an authenticator with its secret, and frees its name. */
    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, { relatedWrites: ({ name }) => [[nameKey(account, name), null]] });
    },
  };
}
