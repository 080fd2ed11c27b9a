declare module "proxy-from-env" {
  /** Returns the proxy's URL, or an empty string if there is none for this URL. */
  export function getProxyForUrl(url: string): string;
}
