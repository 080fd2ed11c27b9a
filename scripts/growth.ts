/** Costs below this many milliseconds of processor time say more of the machine than of the work. */
const floor = 50;

/**
 * How many times as much processor time four times the work takes: 4 where the cost is linear, 16 where it is the square.
 * Other load on the machine does not count, for no clock is read. Of three measurements the best.
 */
export async function growthAtFourTimes(work: (size: "quarter" | "whole") => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && least > 6; attempt++) {
    const quarter = await cost(() => work("quarter"));
    const whole = await cost(() => work("whole"));
    least = Math.min(least, whole / Math.max(quarter, floor));
    // What costs so much is no accident of one run.
    if (whole > 5_000) break;
  }
  return least;
}

async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
