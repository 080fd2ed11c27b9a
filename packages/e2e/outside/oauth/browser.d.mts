/** Allows a request with the ticked scopes, or those of `choose`. Returns the URL that leads back to the client. */
export function consent(url: string, key: string, choose?: (scopes: string[]) => string[]): Promise<string>;

/** Opens the callback, again and again for ten seconds while nothing listens there. */
export function openCallback(url: string): Promise<Response>;
