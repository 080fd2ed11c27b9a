import { setTimeout as pause } from "node:timers/promises";
import { startFrontdesk } from "./frontdesk.ts";
import type { Effort, Figure } from "./measure.ts";
import type { Holders } from "./parts/holders.ts";
import { residentMegabytes, startScript } from "./processes.ts";

/** The server's resident memory while it holds many waits, each on a mailbox and a connection of its own. */
export async function waits({ quick, progress }: Effort): Promise<Figure[]> {
  const count = quick ? 1_000 : 10_000;
  const frontdesk = await startFrontdesk();
  try {
    const idle = residentMegabytes(frontdesk.pid);
    progress(`memory with ${count} held waits`);
    const parameters: Holders = { url: frontdesk.url, prefix: "held", count };
    const holders = await startScript("parts/holders.ts", parameters);
    while ((await frontdesk.held()) < count) await pause(100);
    const samples: number[] = [];
    for (let sample = 0; sample < 10; sample++) {
      samples.push(residentMegabytes(frontdesk.pid));
      await pause(200);
    }
    const value = Math.max(...samples);
    await holders.stop();
    return [
      {
        id: "waits.memory",
        title: `Resident memory with ${count} held waits`,
        value,
        unit: "MB",
        from: `${idle.toFixed(0)} MB after the start`,
      },
    ];
  } finally {
    await frontdesk.stop();
  }
}
