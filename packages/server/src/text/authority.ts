/** Returns `host:port`, with an IPv6 address in brackets. */
export const toAuthority = (host: string, port: number) => `${host.includes(":") ? `[${host}]` : host}:${port}`;
