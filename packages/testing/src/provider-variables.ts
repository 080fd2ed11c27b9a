import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Frontdesk, NotFoundError } from "@frontdesk/sdk";
import type { ProviderName } from "@frontdesk/server";
import { loadServer } from "#server";
import { nullOnError } from "./fixtures/null-on-error.ts";

export type { ProviderName };

/** The variables that send an app under test to a server instead of its provider. */
export interface TestProviders {
  /**
   * Returns environment variables for an app that sends through a provider's SDK. They have a key that can only deliver. For an
   * SDK whose host is fixed (Twilio's) they name the server's provider port as the HTTP proxy.
   *
   * @throws TypeError for an unknown provider
   * @throws Error if no port is open, or the SDK needs the provider port and it is off
   * @example
   * const app = spawn("node", ["app.js"], { env: { ...process.env, ...(await frontdesk.providers.env("resend")) } });
   */
  env(provider: ProviderName): Promise<Record<string, string>>;
}

/** An SDK client that also gives an app under test its variables. */
export type TestFrontdeskClient = Frontdesk & { readonly providers: TestProviders };

/** An interrupted run leaves its key: it ends after this time. */
const keyLifetimeMs = 24 * 60 * 60_000;

/**
 * Adds `providers` to a client. `url` is the server's, or `null` if it has no open port. `close` revokes the key of the
 * variables and deletes their file.
 */
export function addProviders(
  frontdesk: Frontdesk,
  url: string | null,
): { frontdesk: TestFrontdeskClient; close(): Promise<void> } {
  let openingKey: ReturnType<typeof createKey> | undefined;
  let preparedProxy: ReturnType<typeof prepareProxy> | undefined;

  /** Returns the environment variables that make an app's provider SDK send to the server. Creates the app's key once. */
  async function env(provider: ProviderName): Promise<Record<string, string>> {
    const { toProviderSetup } = await loadServer();
    const { needsProviderPort, toVariables } = toProviderSetup(provider);
    if (url === null)
      throw new Error("No port is open, so no SDK can send here. Start the server with `listen: true`.");
    // An SDK with a fixed host needs the provider port as its proxy. The others send to `baseUrl`, without proxy and certificate.
    const { proxyUrl, caFile } = needsProviderPort ? await prepareProxyOnce(url) : noProxy;
    // A call after a failure tries again.
    openingKey ??= createKey().catch((error: unknown) => {
      openingKey = undefined;
      throw error;
    });
    const { token: key } = await openingKey;
    return toVariables({ baseUrl: `${url}/as/${provider}`, key, proxyUrl, caFile });
  }

  /** Creates the key of the app under test, which may only send. It expires, because an interrupted run leaves it. */
  function createKey() {
    const expiry = new Date(Date.now() + keyLifetimeMs);
    return frontdesk.agentKeys.create("app-under-test", { scopes: ["mail:push", "sms:push"], expiry });
  }

  /** Returns the result of `prepareProxy`, which the first call starts, and the next one after a failure. */
  function prepareProxyOnce(serverUrl: string): ReturnType<typeof prepareProxy> {
    preparedProxy ??= prepareProxy(serverUrl).catch((error: unknown) => {
      preparedProxy = undefined;
      throw error;
    });
    return preparedProxy;
  }

  /**
   * Returns the URL of the provider port, which SDKs with a fixed host use as their HTTP proxy, and a file with the certificate of
   * the authority that they must trust there.
   */
  async function prepareProxy(serverUrl: string) {
    const port = (await frontdesk.version()).providers?.port ?? null;
    if (port === null)
      throw new Error("The server has no provider port, which this SDK needs. Start it with --provider-port 8790.");
    const proxy = new URL(`http://${new URL(serverUrl).hostname}:${port}`);
    // `localhost` can resolve to ::1, where the server may not listen.
    if (proxy.hostname === "localhost") proxy.hostname = "127.0.0.1";
    const response = await fetch(`${serverUrl}/as/ca.pem`);
    if (!response.ok) throw new Error(`${serverUrl}/as/ca.pem responded with ${response.status}.`);
    const certificate = await response.text();
    const folder = mkdtempSync(join(tmpdir(), "frontdesk-providers-"));
    const caFile = join(folder, "ca.pem");
    writeFileSync(caFile, certificate);
    return { proxyUrl: proxy.origin, caFile, folder };
  }

  /** Revokes the app's key and deletes the folder of the certificate, if `env` has created them and `close` has not removed them yet. */
  async function close(): Promise<void> {
    const [key, proxy] = await Promise.all([openingKey?.catch(() => null), preparedProxy?.catch(() => null)]);
    openingKey = preparedProxy = undefined;
    if (proxy) rmSync(proxy.folder, { recursive: true, force: true });
    // The test may have revoked this key already.
    if (key) await frontdesk.agentKeys.delete(key.id).catch(nullOnError(NotFoundError));
  }

  return { frontdesk: { ...frontdesk, providers: { env } }, close };
}

const noProxy = { proxyUrl: "", caFile: "" };
