declare module "proxy-from-env" {
  /** The proxy's address, or an empty text where there is none for this address. */
  export function getProxyForUrl(url: string): string;
}
