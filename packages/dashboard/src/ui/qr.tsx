import { useEffect, useState } from "preact/hooks";

/** Readable with up to 15 % of it hidden, and with the margin that cameras need. */
const encoding = { ecc: "M", border: 2 } as const;

/** Returns an SVG path with a unit square for each dark module. */
function toPath(modules: boolean[][]): string {
  return modules.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
}

/** QR code, dark on white in every colour scheme so that cameras can read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [image, setImage] = useState<{ path: string; size: number } | null>(null);
  useEffect(() => {
    let isOutdated = false;
    // Loaded on demand: few visitors need it.
    void import("uqr").then(({ encode }) => {
      const { data, size } = encode(text, encoding);
      if (!isOutdated) setImage({ path: toPath(data), size });
    });
    return () => {
      isOutdated = true;
    };
  }, [text]);
  return (
    <div class="qr">
      {image && (
        <svg viewBox={`0 0 ${image.size} ${image.size}`} role="img" aria-label={label} shape-rendering="crispEdges">
          <title>{label}</title>
          <path d={image.path} />
        </svg>
      )}
    </div>
  );
}
