/** Bright white on black, whatever the terminal's own colours are: many cameras do not read a code with swapped colours. */
const whiteOnBlack = "\x1b[40;97m";
const reset = "\x1b[0m";

/**
 * Renders a QR code for a terminal, two rows of modules per line. It can be read with up to 15 % of it damaged (`ecc`), and has
 * a margin of two modules and fixed colours: many cameras read no code without a margin or with swapped colours.
 */
export async function toTerminalQrCode(text: string): Promise<string> {
  // Loaded on demand: most runs print none.
  const { renderUnicodeCompact } = await import("uqr");
  const lines = renderUnicodeCompact(text, { ecc: "M", border: 2 }).split("\n");
  return lines.map((line) => `${whiteOnBlack}${line}${reset}`).join("\n");
}
