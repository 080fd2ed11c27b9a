import { needsChromium } from "../../../../scripts/needs.mjs";

export const repeatsOnce = true;
export const prepare = () => needsChromium();
