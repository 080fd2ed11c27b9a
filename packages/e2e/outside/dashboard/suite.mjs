import { needsChromium } from "../../../../scripts/needs.mjs";

export const prepare = () => needsChromium();
