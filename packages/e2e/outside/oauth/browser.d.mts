/** Allows a request with the ticked scopes, or those of `choose`. Returns the URL that leads back to the client. */
export function consent(url: string, key: string, choose?: (scopes: string[]) => string[]): Promise<string>;
