/** Where an app's SDK has to send. */
export interface ProviderTarget {
  /** The provider's base URL here: `http://localhost:8787/as/resend`. */
  baseUrl: string;
  /** An agent key or SMS key. */
  key: string;
  /** URL of the provider port. */
  proxyUrl: string;
  /** File with the certificate of the provider port's authority. */
  caFile: string;
}

/** How an app's SDK is sent to this server. */
export interface ProviderSetup {
  /** Whether the SDK's host is fixed, so that it needs the provider port. */
  needsProviderPort: boolean;
  /** Environment variables of the app. */
  toVariables(target: ProviderTarget): Record<string, string>;
  /** JavaScript that creates the SDK's client from these variables. */
  code: string;
  /** Which credential of the provider's a key of this server stands in for. */
  credential: string;
  /** What else a user has to know. */
  notes: readonly string[];
}
