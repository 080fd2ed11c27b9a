const TEXT = "1234567 ".repeat(1_000_000);
const ROUNDS = 10;

/**
 * Returns the least milliseconds of CPU time that `run` costs in ten rounds, because what else the machine does is not its doing. Once a
 * round cost at most `enough` milliseconds, no further one begins.
 */
export function cpuTimeOf(run: () => unknown, enough = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least > enough; round += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Returns the milliseconds of CPU time that a plain loop over about fifty megabytes costs, to compare with, because machines differ. */
export const plainLoopTime = (): number => cpuTimeOf(readEachCharacter);

function readEachCharacter(): number {
  let sum = 0;
  for (let time = 0; time < 6; time += 1)
    for (let at = 0; at < TEXT.length; at += 1) sum = (Math.imul(sum, 31) + TEXT.charCodeAt(at)) | 0;
  return sum;
}
