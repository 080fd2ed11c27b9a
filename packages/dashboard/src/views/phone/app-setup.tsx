import { type Frontdesk, unwrap } from "@frontdesk/sdk";
import { useEffect, useState } from "preact/hooks";
import { useLoad } from "../../app/load.ts";
import type { SignedIn } from "../../app/session.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Scroller } from "../../ui/scroller.tsx";
import { ErrorMessage, Skeleton } from "../../ui/states.tsx";
import { ShortcutsPictures } from "./shortcuts-pictures.tsx";

interface AppSetupProps {
  id: string;
  token: string;
  numbers: readonly string[];
  platform: "android" | "ios";
  signedIn: SignedIn;
}

/**
 * Shows the settings to enter in a third-party forwarding app, as the server returns them for these numbers, and what no app on
 * Android can change (`limits`).
 */
export function AppSetup({ id, token, numbers, platform, signedIn: { frontdesk } }: AppSetupProps) {
  const [phone = "", phone2] = numbers;
  const [loaded, reload] = useLoad(
    (signal) => fetchSetup(frontdesk, id, { phone, ...(phone2 ? { phone2 } : {}) }, signal),
    // `token` is not sent, but the settings contain this key of the inbox: a rotation loads them again.
    [frontdesk, id, token, phone, phone2],
  );
  const [selectedIndex, setSelectedIndex] = useState(0);
  if (loaded.state === "loading") return <Skeleton rows={3} />;
  if (loaded.state === "failed") return <ErrorMessage error={loaded.error} retry={reload} />;
  const apps = loaded.value.apps.filter((app) => app.platform === platform);
  const limits = platform === "android" ? loaded.value.limits : [];
  const app = apps[selectedIndex];
  return (
    <div class="stack tight">
      {apps.length > 1 && <AppSelect apps={apps} selectedIndex={selectedIndex} onSelect={setSelectedIndex} />}
      {app?.name === "shortcuts" && <ShortcutsPictures />}
      {app && <AppSettings app={app} limits={limits} />}
    </div>
  );
}

type App = Awaited<ReturnType<typeof fetchSetup>>["apps"][number];

/** Fetches the settings of all forwarding apps for the phone's numbers. */
function fetchSetup({ client }: Frontdesk, id: string, query: { phone: string; phone2?: string }, signal: AbortSignal) {
  return unwrap(client.GET("/svc-api/sms/{id}/setup", { params: { path: { id }, query }, signal }));
}

interface AppSelectProps {
  apps: App[];
  selectedIndex: number;
  onSelect: (index: number) => void;
}

/** Field that selects one of the apps by its index. */
function AppSelect({ apps, selectedIndex, onSelect }: AppSelectProps) {
  return (
    <select aria-label="App" value={selectedIndex} onChange={(event) => onSelect(Number(event.currentTarget.value))}>
      {apps.map(({ name, title }, index) => (
        <option key={name} value={index}>
          {title}
        </option>
      ))}
    </select>
  );
}

/** Shows the settings of one app, to copy or to import, with its warnings and the limits of the platform. */
function AppSettings({ app, limits }: { app: App; limits: string[] }) {
  const settings = app.lines.join("\n");
  return (
    <>
      <div class="snippets">
        <Scroller label={`Settings of ${app.title}`}>
          <code>{settings}</code>
        </Scroller>
      </div>
      <div class="actions">
        <CopyButton text={settings} label="Copy the settings" />
        {app.import_file !== null && <Download name={`${app.name}.json`} text={app.import_file} />}
      </div>
      <ul class="bullets small">
        {[...app.warnings, ...limits].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

/** Link that downloads a settings file for the app to import. */
function Download({ name, text }: { name: string; text: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const blobUrl = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    setUrl(blobUrl);
    return () => URL.revokeObjectURL(blobUrl);
  }, [text]);
  if (url === undefined) return null;
  return (
    <a class="button" href={url} download={name}>
      Download import file
    </a>
  );
}
