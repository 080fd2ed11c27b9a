/** Groups of tools that --toolsets selects. */
export const toolsets = ["mail", "sms", "tunnel", "requests", "keys", "maintenance", "authenticators"] as const;
export type Toolset = (typeof toolsets)[number];
