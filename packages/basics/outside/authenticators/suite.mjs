import { needs } from "../../../../scripts/needs.mjs";

export const runsBesideOthers = true;
export const prepare = () => needs("oathtool");
