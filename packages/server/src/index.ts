// Making a server
export { type Addresses, createServer, type Server } from "./server.ts";
export { type CreateServerOptions, OptionsError, type ServerOptions } from "./options.ts";

// What it can be given
export type { Clock } from "./clock.ts";
export type { Log } from "./log.ts";
