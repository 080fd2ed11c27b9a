import { tokenPrefixes, toTerminalQrCode } from "@frontdesk/basics";
import { type Terminal, UsageError } from "@frontdesk/basics/command-line";
import type { Output } from "@frontdesk/contract";
import { androidLimits } from "../sms/forwarders/index.ts";
import { callApi } from "./call-api.ts";
import { toPhones, toServerUrl } from "./phone-settings.ts";

interface PairingArgs {
  url?: string | undefined;
  phone?: string | undefined;
  id?: string | undefined;
}

/** Runs `frontdesk phone setup --app companion`: prints a pairing link and its QR code. */
export async function pairCompanion({ url, phone, id }: PairingArgs, terminal: Terminal): Promise<void> {
  const serverUrl = toServerUrl(url ?? (terminal.env.FRONTDESK_URL || "http://localhost:8787"));
  const phones = phone === undefined ? [] : toPhones(phone);
  const callServer = createApiCaller(serverUrl, await readAgentKey(terminal));
  const inboxId = id ?? (await findOrRegisterSmsInbox(callServer));
  const { pairing } = (await callServer("POST", `sms/${inboxId}/pair`)) as Output<"createPairing">;
  const numbersForApp = phones.length === 0 ? "" : `/${phones.join(",")}`;
  // Built from `--url`, which the phone can reach, not from the server's own public URL.
  const link = `${serverUrl}/pair#${pairing.code}${numbersForApp}`;
  if (terminal.isInteractive) {
    terminal.err("Scan this with the phone's camera:");
    terminal.writeRaw?.(await toTerminalQrCode(link));
    terminal.err("or open this link on the phone, or paste it in the app:");
  }
  terminal.out(link);
  terminal.err(
    `The link works once, until ${pairing.expires_at}. Its page also offers the app, if this server has it.`,
  );
  for (const line of androidLimits) terminal.err(`! ${line}`);
  if (serverUrl.startsWith("http:")) {
    const isLoopback = /\/\/(?:localhost|127\.|\[::1\])/.test(serverUrl);
    const hint = isLoopback ? " A phone can't reach this one: give --url." : "";
    terminal.err(
      `! ${serverUrl} is not encrypted. The app takes http only for a private address, and asks first.${hint}`,
    );
  }
}

/** Reads the agent key from FRONTDESK_KEY; prompts for it if that is not set. @throws UsageError */
async function readAgentKey(terminal: Terminal): Promise<string> {
  const key = terminal.env.FRONTDESK_KEY || (await terminal.ask("An agent key (svcagt_…): "));
  if (!key?.trim().startsWith(tokenPrefixes.agent))
    throw new UsageError("No agent key: set FRONTDESK_KEY to one (svcagt_…) with the scope sms:read.");
  return key.trim();
}

type CallServer = ReturnType<typeof createApiCaller>;

/** Returns the id of the account's only SMS inbox, or registers one. @throws UsageError if there are several */
async function findOrRegisterSmsInbox(callServer: CallServer): Promise<string> {
  const { sms_tokens } = (await callServer("GET", "sms/list")) as Output<"listSmsInboxes">;
  const [first, second] = sms_tokens;
  const isAmbiguous = second !== undefined;
  if (isAmbiguous) {
    const shown = sms_tokens.map(
      ({ id, phones }) => `${id} (${phones.map(({ phone }) => phone).join(", ") || "no number yet"})`,
    );
    throw new UsageError(`--id is missing: this account has several SMS inboxes: ${shown.join(", ")}.`);
  }
  return first?.id ?? ((await callServer("POST", "sms/register")) as Output<"registerSmsInbox">).sms_token.id;
}

/** Returns a function that sends requests to the API with this key. */
function createApiCaller(serverUrl: string, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  return (method: string, path: string) => callApi(`${serverUrl}/svc-api/${path}`, { method, headers });
}
