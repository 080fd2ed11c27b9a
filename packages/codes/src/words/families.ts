import { african } from "./african.ts";
import { asian } from "./asian.ts";
import { cyrillic } from "./cyrillic.ts";
import { everyday } from "./everyday.ts";
import { germanic } from "./germanic.ts";
import { indic } from "./indic.ts";
import { invitations } from "./invitations.ts";
import { northern } from "./northern.ts";
import { numberRequests } from "./number-requests.ts";
import { rare } from "./rare.ts";
import { romance } from "./romance.ts";
import { semitic } from "./semitic.ts";
import { slavic } from "./slavic.ts";
import { southeast } from "./southeast.ts";
import { turkic } from "./turkic.ts";
import { typing } from "./typing.ts";
import { typingAsia } from "./typing-asia.ts";

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
  everyday,
  typing,
  typingAsia,
  invitations,
  numberRequests,
];
