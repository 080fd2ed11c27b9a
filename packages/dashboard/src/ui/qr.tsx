import { useEffect, useState } from "preact/hooks";

/** QR code, dark on white in every colour scheme so that cameras can read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ path: string; size: number } | null>(null);
  useEffect(() => {
    let isWanted = true;
    // Loaded on demand: few visitors need it.
    void import("uqr").then(({ encode }) => {
      const { data, size } = encode(text, { ecc: "M", border: 2 });
      const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
      if (isWanted) setDrawn({ path, size });
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  return (
    <div class="qr">
      {drawn && (
        <svg viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={label} shape-rendering="crispEdges">
          <title>{label}</title>
          <path d={drawn.path} />
        </svg>
      )}
    </div>
  );
}
