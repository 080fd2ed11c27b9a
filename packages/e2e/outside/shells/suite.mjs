import { needs } from "../../../../scripts/needs.mjs";

export const prepare = () => needs("zsh");
