import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    codes: "src/codes.ts",
    "codes-all": "src/codes-all.ts",
    totp: "src/totp.ts",
    "tunnel-package": "src/tunnel-package.ts",
    "no-tunnel-package": "src/no-tunnel-package.ts",
  },
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  // Which of the two is meant, the package's `imports` say.
  external: ["#tunnel-package"],
  // The package has no dependency, so what it uses is inlined.
  noExternal: [
    "@frontdesk/basics",
    "@frontdesk/codes",
    "@frontdesk/contract",
    "@frontdesk/visible",
    "openapi-fetch",
    "otpauth",
  ],
  esbuildOptions(options) {
    // Words of many scripts take a third of the bytes as UTF-8 that they take as escapes.
    options.charset = "utf8";
  },
  clean: true,
  // What is bundled, for the licences that go with it.
  metafile: true,
  sourcemap: true,
});
