import { authenticatorTools } from "./authenticators.ts";
import { keyTools } from "./keys.ts";
import { mailTools } from "./mail.ts";
import { maintenanceTools } from "./maintenance.ts";
import { requestTools } from "./requests.ts";
import { smsTools } from "./sms.ts";
import { tunnelTools } from "./tunnel.ts";

/** Tools that settings or missing scopes can hide, in the order of the list. */
export const hidableTools = [
  ...mailTools,
  ...smsTools,
  ...tunnelTools,
  ...requestTools,
  ...keyTools,
  ...maintenanceTools,
  ...authenticatorTools,
];
