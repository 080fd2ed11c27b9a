const TEXT = "1234567 ".repeat(1_000_000);
/** Milliseconds of the loop below on the machine for which the limits in milliseconds were chosen. */
const USUAL_MS = 100;

/** How many times slower than usual this machine is; 1 if it is faster. Limits in milliseconds are multiplied with it. */
export function measureMachinePace(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4; round++) {
    const before = process.cpuUsage();
    readEachCharacter();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return Math.max(1, least / USUAL_MS);
}

/** Looks at each character of about fifty megabytes. */
function readEachCharacter(): number {
  let sum = 0;
  for (let time = 0; time < 6; time++)
    for (let at = 0; at < TEXT.length; at++) sum = (Math.imul(sum, 31) + TEXT.charCodeAt(at)) | 0;
  return sum;
}
