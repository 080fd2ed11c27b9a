// Loaded into a process before its own code: tells its parent how late its event loop ran and how much memory it took.
import { readFileSync } from "node:fs";
import { createHistogram, monitorEventLoopDelay } from "node:perf_hooks";

const EVERY = 5;
const delay = monitorEventLoopDelay({ resolution: EVERY });
// Of each delay the part in which this process had a processor: the rest is what the machine did for others.
const own = createHistogram();
let most = 0;
let before = performance.now();
let used = busy();

/** Milliseconds that the event loop's thread had a processor. Other threads, such as the one that reads mail, do not delay it. */
function busy() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ", 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

setInterval(() => {
  const now = performance.now();
  own.record(Math.max(1, Math.round(Math.min(now - before - EVERY, busy() - used) * 1000)));
  before = now;
  used = busy();
}, EVERY).unref();
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 20).unref();

process.on("message", (word) => {
  if (word === "begin") {
    delay.reset();
    delay.enable();
    own.reset();
    most = process.memoryUsage.rss();
    process.send("began");
  } else
    process.send({
      delay: delay.percentile(99.9) / 1e6 - EVERY,
      own: Math.min(own.percentile(99.9) / 1e3, delay.percentile(99.9) / 1e6 - EVERY),
      longest: own.max / 1e3,
      memory: Math.max(most, process.memoryUsage.rss()) / 2 ** 20,
    });
});
process.channel?.unref();
if (process.argv[1]?.endsWith("measure.mjs")) setInterval(() => {}, 1_000);
