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

/** Returns functions that create the results of one check. */
export const checkResults = (check: string) => ({
  ok: (message: string): CheckResult => ({ check, status: "ok", message }),
  skip: (message: string): CheckResult => ({ check, status: "skip", message }),
  warn: (message: string, todo: string): CheckResult => ({ check, status: "warn", message, todo }),
  fail: (message: string, todo: string): CheckResult => ({ check, status: "fail", message, todo }),
});

/** Resolves with the result of `work`, or with `null` if it fails or takes longer than the timeout. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  return Promise.race([work.catch(() => null), timedOut]).finally(() => clearTimeout(timer));
}

/** Returns whether a name does not resolve outside this machine or network, such as `localhost` or an example domain. */
export function isLocalName(name: string): boolean {
  return /^(?:localhost|.*\.(?:localhost|local|internal|lan|home\.arpa|test|example|invalid)|.*\.?example\.(?:com|net|org))$/.test(
    name.toLowerCase(),
  );
}
