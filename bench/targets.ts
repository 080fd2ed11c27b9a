/** What each figure must reach in one run. */
export const targets: Readonly<Record<string, { atLeast: number } | { atMost: number }>> = {
  "intake.one.bare": { atLeast: 0.35 },
  "intake.one.maildev": { atLeast: 4 },
  "latency.alone.p50": { atMost: 3 },
  "latency.alone.p99": { atMost: 15 },
  "latency.held.p50": { atMost: 3 },
  "latency.held.p99": { atMost: 15 },
  "recent.bare": { atLeast: 0.5 },
  "scale.register": { atMost: 1.5 },
  "scale.deliver": { atMost: 1.5 },
  "scale.read": { atMost: 1.5 },
  "waits.memory": { atMost: 400 },
};
