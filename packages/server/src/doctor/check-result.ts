/** What one check saw. */
export interface CheckResult {
  /** What was looked at: `mx`, `port`, … */
  check: string;
  /** `skip` where there is nothing to look at, or nothing could be found out. Only `fail` makes the command fail. */
  status: "ok" | "warn" | "fail" | "skip";
  message: string;
  /** What to do about it. */
  todo?: string;
}

/** The findings of one subject, under its name. */
export const checkResults = (check: string) => ({
  ok: (message: string): CheckResult => ({ check, status: "ok", message }),
  skip: (message: string): CheckResult => ({ check, status: "skip", message }),
  warn: (message: string, todo: string): CheckResult => ({ check, status: "warn", message, todo }),
  fail: (message: string, todo: string): CheckResult => ({ check, status: "fail", message, todo }),
});

/** The result of something that may hang, or `null` after so many milliseconds, or where it fails. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer));
}

/** Names that lead nowhere beyond this machine or this network. */
export function isLocalName(name: string): boolean {
  return /^(?:localhost|.*\.(?:localhost|local|internal|lan|home\.arpa|test|example|invalid)|.*\.?example\.(?:com|net|org))$/.test(
    name.toLowerCase(),
  );
}
