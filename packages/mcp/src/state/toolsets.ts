/** Groups of tools that --toolsets selects. */
export const toolsets = ["mail", "sms", "tunnel", "keys"] as const;
export type Toolset = (typeof toolsets)[number];
