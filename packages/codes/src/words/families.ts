import { african } from "./african.ts";
import { asian } from "./asian.ts";
import { cyrillic } from "./cyrillic.ts";
import { germanic } from "./germanic.ts";
import { indic } from "./indic.ts";
import { northern } from "./northern.ts";
import { rare } from "./rare.ts";
import { romance } from "./romance.ts";
import { semitic } from "./semitic.ts";
import { slavic } from "./slavic.ts";
import { southeast } from "./southeast.ts";
import { turkic } from "./turkic.ts";

/** Every word, by language. */
export const families = [
  germanic,
  romance,
  slavic,
  cyrillic,
  northern,
  turkic,
  semitic,
  indic,
  asian,
  southeast,
  african,
  rare,
];
