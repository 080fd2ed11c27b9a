// Making a server

export { type CreateServerOptions, OptionsError, type ServerOptions } from "./options.ts";
export { type Addresses, createServer, type Server } from "./server.ts";

// What it can be given

export type { Clock } from "./clock.ts";
export type { Log } from "./log.ts";
