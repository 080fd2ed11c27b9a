import { african } from "./words/african.ts";
import { asian } from "./words/asian.ts";
import { cyrillic } from "./words/cyrillic.ts";
import { germanic } from "./words/germanic.ts";
import { indic } from "./words/indic.ts";
import { northern } from "./words/northern.ts";
import { rare } from "./words/rare.ts";
import { romance } from "./words/romance.ts";
import { semitic } from "./words/semitic.ts";
import { slavic } from "./words/slavic.ts";
import { southeast } from "./words/southeast.ts";
import { turkic } from "./words/turkic.ts";

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
