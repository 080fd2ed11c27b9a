import type { Effort, Figure } from "./measure.ts";
import type { ScaleCosts, ScaleSizes } from "./parts/scale-costs.ts";
import { runScript, temporaryPath } from "./processes.ts";

/** What register, deliver and read cost in a full store, beside a nearly empty one. */
export async function scale({ quick, progress }: Effort): Promise<Figure[]> {
  const sizes = quick ? { small: 1_000, big: 20_000, samples: 500 } : { small: 1_000, big: 1_000_000, samples: 3_000 };
  progress(`cost at ${sizes.small} and at ${sizes.big} mailboxes`);
  const parameters: ScaleSizes = { ...sizes, smallStorage: temporaryPath("small"), bigStorage: temporaryPath("big") };
  const costs = await runScript<ScaleCosts>("parts/scale-costs.ts", parameters);
  return (["register", "deliver", "read"] as const).map((operation) => {
    const { small, big } = costs[operation];
    return {
      id: `scale.${operation}`,
      title: `Cost of ${operation} at ${sizes.big} mailboxes, to that at ${sizes.small}`,
      value: big / small,
      unit: "×",
      from: `${(big * 1000).toFixed(1)} against ${(small * 1000).toFixed(1)} µs`,
    };
  });
}
