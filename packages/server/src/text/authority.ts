/** An IPv6 address stands in brackets before a port. */
export const toAuthority = (host: string, port: number) => `${host.includes(":") ? `[${host}]` : host}:${port}`;
