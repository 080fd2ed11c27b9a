/** The groups of tools that an operator can offer or leave out. */
export const toolsets = ["mail", "sms", "tunnel", "keys"] as const;
export type Toolset = (typeof toolsets)[number];
