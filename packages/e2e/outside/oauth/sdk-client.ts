import { randomUUID } from "node:crypto";
import * as v2 from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import { consent } from "./browser.mjs";
import { key } from "./stage.ts";

export const versions = ["v1", "v2"] as const;
const redirectUrl = "http://localhost:4000/callback";

type ChooseScopes = (scopes: string[]) => string[];

/** What an application keeps between its starts. */
interface Stored {
  client?: object;
  tokens?: { access_token: string; refresh_token?: string };
  verifier?: string;
  discovery?: object;
  /** Where the browser was sent. */
  opened: URL[];
}

export const createStored = (): Stored => ({ opened: [] });

/** Keeps in memory what both versions of the SDK ask an application to keep. */
function createProvider(stored: Stored) {
  const state = randomUUID();
  return {
    redirectUrl,
    clientMetadata: { client_name: "SDK test", redirect_uris: [redirectUrl] },
    state: () => state,
    clientInformation: () => stored.client as never,
    saveClientInformation: (client: object) => {
      stored.client = client;
    },
    tokens: () => stored.tokens as never,
    saveTokens: (tokens: object) => {
      stored.tokens = tokens as NonNullable<Stored["tokens"]>;
    },
    redirectToAuthorization: (url: URL) => void stored.opened.push(url),
    saveCodeVerifier: (verifier: string) => {
      stored.verifier = verifier;
    },
    codeVerifier: () => stored.verifier ?? "",
    saveDiscoveryState: (discovery: object) => {
      stored.discovery = discovery;
    },
    discoveryState: () => stored.discovery as never,
  };
}

/** Connects with the SDK. Where it sends the browser, a person consents. */
export async function connectSdk(
  version: (typeof versions)[number],
  url: string,
  stored: Stored = createStored(),
  choose?: ChooseScopes,
) {
  const provider = createProvider(stored);
  const info = { name: "test", version: "1.0.0" };
  // The casts are true: both versions have these functions, with types that differ in details.
  const open = () => {
    const options = { authProvider: provider };
    return version === "v1"
      ? {
          client: new ClientV1(info) as unknown as SdkClient,
          transport: new TransportV1(new URL(url), options) as unknown as SdkTransport,
        }
      : {
          client: new v2.Client(info) as unknown as SdkClient,
          transport: new v2.StreamableHTTPClientTransport(new URL(url), options) as unknown as SdkTransport,
        };
  };
  let { client, transport } = open();
  try {
    await client.connect(transport);
  } catch (error) {
    const opened = stored.opened.at(-1);
    if (opened === undefined) throw error;
    const { searchParams } = new URL(await consent(opened.href, key, choose));
    await transport.finishAuth(version === "v1" ? searchParams.get("code")! : searchParams);
    ({ client, transport } = open());
    await client.connect(transport);
  }
  onTestFinished(() => client.close());
  return client;
}

interface SdkTransport {
  finishAuth(result: string | URLSearchParams): Promise<void>;
}
interface SdkClient {
  connect(transport: SdkTransport): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<object>;
  close(): Promise<void>;
}
