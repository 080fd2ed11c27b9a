// Create a server

export type { ListenAddresses } from "./lifetime/listeners.ts";
export { noLimits } from "./limits/no-limits.ts";
export type { CreateServerOptions, ServerOptions } from "./options/options.ts";
export { OptionsError } from "./problem.ts";
export { createServer, type Server } from "./server.ts";

// Send an app's provider SDK to a server

export { type ProviderName, toProviderSetup } from "./providers/index.ts";
export type { ProviderSetup, ProviderTarget } from "./providers/setup.ts";

// Dependencies, hooks and results

export type { Clock } from "./clock.ts";
export type { ReceivedMessage, ServerHooks as Hooks } from "./hooks.ts";
export type { Log } from "./log.ts";
export type { MailToDeliver } from "./smtp/compose.ts";
export type { DeliverResult } from "./smtp/deliver.ts";
