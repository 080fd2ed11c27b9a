/** Result of one check. */
export interface CheckResult {
  /** Name of the check: `mx`, `port`, … */
  check: string;
  /** `skip` if there is nothing to check, or it cannot be checked. Only `fail` makes the command fail. */
  status: "ok" | "warn" | "fail" | "skip";
  message: string;
  /** How to fix it. */
  todo?: string;
}

/** Returns functions that create the results of the check with this name. `todo` tells the operator how to fix it. */
export function checkResults(check: string) {
  return {
    ok: (message: string): CheckResult => ({ check, status: "ok", message }),
    skip: (message: string): CheckResult => ({ check, status: "skip", message }),
    warn: (message: string, todo: string): CheckResult => ({ check, status: "warn", message, todo }),
    fail: (message: string, todo: string): CheckResult => ({ check, status: "fail", message, todo }),
  };
}

/** Resolves with the result of `work`, or with `null` if it fails or takes longer than the timeout. */
export async function orNullWithin<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  return Promise.race([work.catch(() => null), timedOut]).finally(() => clearTimeout(timer));
}

/**
 * Returns whether a name is reserved for use inside a machine or network, or as an example (RFC 2606, RFC 6761): `localhost`,
 * `desk.lan`, `mail.example.com`. Such a name does not resolve elsewhere.
 */
export function isLocalName(name: string): boolean {
  return /^(?:localhost|.*\.(?:localhost|local|internal|lan|home\.arpa|test|example|invalid)|(?:.*\.)?example\.(?:com|net|org))$/.test(
    name.toLowerCase(),
  );
}
