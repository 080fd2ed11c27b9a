import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";

/** Returns a copy function and its result, which reverts to "idle" after 1.6 s. */
export function useCopy() {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Copies the text and shows the result for 1.6 s. */
  async function copy(text: string): Promise<void> {
    setState((await writeClipboard(text)) ? "copied" : "failed");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), 1_600);
  }
  return { state, copy };
}

/** Writes to the clipboard and returns whether it worked. The Clipboard API needs https or localhost; `execCommand` works on plain http too. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "off-screen";
    const focused = document.activeElement;
    // An open dialog prevents selections outside of it.
    (focused?.closest("dialog") ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}

/** Copies a text and announces the result, also to screen readers. */
export function CopyButton({ text, label, small = false }: { text: string; label: string; small?: boolean }) {
  const { state, copy } = useCopy();
  const texts = { idle: label, copied: "Copied", failed: "Select and copy it by hand" };
  return (
    <button type="button" class={small ? "button ghost icon-only" : "button"} title={label} onClick={() => copy(text)}>
      <Icon name={state === "copied" ? "done" : "copy"} size={18} />
      <span class={small ? "visually-hidden" : ""} aria-live="polite">
        {texts[state]}
      </span>
    </button>
  );
}

/** Key that is masked, except for its prefix, until the user shows it. It can be copied while masked. */
export function SecretText({ value, label }: { value: string; label: string }) {
  const [isShown, setShown] = useState(false);
  const prefix = /^svc[a-z]*_/.exec(value)?.[0] ?? "";
  return (
    <span class="secret">
      <code>{isShown ? value : `${prefix}${"•".repeat(8)}`}</code>
      <button
        type="button"
        class="button ghost icon-only"
        aria-pressed={isShown}
        title={isShown ? "Hide" : "Show"}
        onClick={() => setShown(!isShown)}
      >
        <Icon name="eye" size={18} />
        <span class="visually-hidden">{`${isShown ? "Hide" : "Show"} ${label}`}</span>
      </button>
      <CopyButton text={value} label={`Copy ${label}`} small />
    </span>
  );
}
