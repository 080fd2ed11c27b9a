import { unwrap } from "@frontdesk/sdk";
import { useEffect, useState } from "preact/hooks";
import { useLoad } from "../app/load.ts";
import type { SignedIn } from "../app/session.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Scroller } from "../ui/scroller.tsx";
import { ErrorMessage, Skeleton } from "../ui/states.tsx";
import { ShortcutsPictures } from "./shortcuts-pictures.tsx";

interface AppSetupProps {
  id: string;
  token: string;
  numbers: readonly string[];
  platform: "android" | "ios";
  signedIn: SignedIn;
}

/** Shows the settings to enter in a third-party forwarding app, as the server returns them for these numbers. */
export function AppSetup({ id, token, numbers, platform, signedIn: { frontdesk } }: AppSetupProps) {
  const [phone = "", phone2] = numbers;
  const [loaded, reload] = useLoad(
    (signal) =>
      unwrap(
        frontdesk.client.GET("/svc-api/sms/{id}/setup", {
          params: { path: { id }, query: { phone, ...(phone2 ? { phone2 } : {}) } },
          signal,
        }),
      ),
    [frontdesk, id, token, phone, phone2],
  );
  const [selectedIndex, setSelectedIndex] = useState(0);
  if (loaded.state === "loading") return <Skeleton rows={3} />;
  if (loaded.state === "failed") return <ErrorMessage error={loaded.error} retry={reload} />;
  const apps = loaded.value.apps.filter((app) => app.platform === platform);
  // The limits are those of Android.
  const limits = platform === "android" ? loaded.value.limits : [];
  const app = apps[selectedIndex];
  return (
    <div class="stack tight">
      {apps.length > 1 && (
        <select
          aria-label="App"
          value={selectedIndex}
          onChange={(event) => setSelectedIndex(Number(event.currentTarget.value))}
        >
          {apps.map(({ name, title }, index) => (
            <option key={name} value={index}>
              {title}
            </option>
          ))}
        </select>
      )}
      {app?.name === "shortcuts" && <ShortcutsPictures />}
      {app && (
        <>
          <div class="snippets">
            <Scroller label={`Settings of ${app.title}`}>
              <code>{app.lines.join("\n")}</code>
            </Scroller>
          </div>
          <div class="actions">
            <CopyButton text={app.lines.join("\n")} label="Copy the settings" />
            {app.import_file !== null && <Download name={`${app.name}.json`} text={app.import_file} />}
          </div>
          <ul class="bullets small">
            {[...app.warnings, ...limits].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </div>
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
