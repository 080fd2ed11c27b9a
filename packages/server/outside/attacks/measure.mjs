// Loaded into a process before its own code: tells its parent how late its event loop ran and how much memory it took.
import { monitorEventLoopDelay } from "node:perf_hooks";

const delay = monitorEventLoopDelay({ resolution: 5 });
let most = 0;
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 20).unref();
process.on("message", (word) => {
  if (word === "begin") {
    delay.reset();
    delay.enable();
    most = process.memoryUsage.rss();
    process.send("began");
  } else
    process.send({
      delay: delay.percentile(99.9) / 1e6 - 5,
      memory: Math.max(most, process.memoryUsage.rss()) / 2 ** 20,
    });
});
process.channel?.unref();
if (process.argv[1]?.endsWith("measure.mjs")) setInterval(() => {}, 1_000);
