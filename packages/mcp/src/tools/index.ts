import { accountTools } from "./account.ts";
import { hidableTools } from "./hidable-tools.ts";

/** All tools, in the order of the list. */
export const tools = [...accountTools, ...hidableTools];
