import { checkOptions, checkTimeout, commonWaitOptions } from "../requests/known-options.ts";
import { loadFiltering, type WaitOptions } from "./wait.ts";
import type { WaitCall } from "./wait-options.ts";

/**
 * Checks the options of a wait. Code that checks their values is loaded only for options beyond `common`, which most
 * waits do not have. `call`: the method that waits, for errors. `channelOptions`: names of the options that only mail has, or only
 * SMS.
 *
 * @throws TypeError or RangeError that names the option
 */
export async function checkWaitCall<Message>(
  call: WaitCall,
  options: WaitOptions<Message>,
  channelOptions: readonly string[],
  common: readonly string[] = commonWaitOptions,
): Promise<void> {
  // `Object()` returns objects unchanged; `checkOptions` rejects anything else.
  const hasOnlyCommon = Object(options) === options && Object.keys(options).every((name) => common.includes(name));
  const filtering = hasOnlyCommon ? null : await loadFiltering();
  if (filtering) checkOptions(options, [...filtering.waitOptions[call], ...channelOptions], call);
  checkTimeout(options.timeout);
  filtering?.checkWaitOptions(options);
}
