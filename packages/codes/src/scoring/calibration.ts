/** The curve from score to confidence, fitted by `npm run codes:score -- --fit` on 2026-11-25. */
export const calibration = {
  /** Width of a score interval. */
  step: 0.5,
  /** For each interval from 0 on: the share of messages whose best candidate scored so and was the code. The last holds from there on. */
  shares: [0.01, 0.01, 0.01, 0.09, 0.35, 0.41, 0.41, 0.96, 0.99],
} as const;
