/** A long path to a port of this machine. Prints the port where it begins. */
import { startRelay } from "../../packages/tunnel/outside/network/relay.ts";

const { to, delay } = JSON.parse(process.argv[2] ?? "{}") as { to: number; delay: number };
console.log((await startRelay(to, { delay, loss: 0 })).port);
