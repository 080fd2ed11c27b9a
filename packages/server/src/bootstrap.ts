import { tokenPrefixes } from "./ids.ts";
import { OptionsError } from "./options.ts";
import type { Kv, Locks } from "./storage/types.ts";
import type { Accounts } from "./store/accounts.ts";
import type { AgentKeys } from "./store/agent-keys.ts";

const doneKey = "bootstrapped";

/**
 * On empty storage makes the account `default` and its first key, with full access (contract section 5). Returns the
 * key's value that once, else `null`.
 */
export async function bootstrap(
  { kv, locks, accounts, agentKeys }: { kv: Kv; locks: Locks; accounts: Accounts; agentKeys: AgentKeys },
  given: string | undefined,
): Promise<string | null> {
  if (given !== undefined && !new RegExp(`^${tokenPrefixes.agent}[0-9A-Za-z]{16,200}$`).test(given))
    throw new OptionsError(
      `FRONTDESK_BOOTSTRAP_KEY must be ${tokenPrefixes.agent} followed by at least 16 letters and digits`,
    );
  if (await kv.get(doneKey)) return null;
  return locks.with(["bootstrap"], async () => {
    if (await kv.get(doneKey)) return null;
    const account = (await accounts.findByName("default")) ?? (await accounts.add("default"));
    const { token } = await agentKeys.create(account.id, { name: "first key" }, { value: given });
    await kv.commit([[doneKey, { account: account.id }]]);
    return token;
  });
}
