import { needs, needsChromium } from "../../../../scripts/needs.mjs";

export const runsBesideOthers = true;
export const repeatsOnce = true;

export function prepare() {
  needs("curl", "oathtool");
  return needsChromium();
}
