import type { Family } from "./kinds.ts";

/** Requests to type "the following number", by language. A plain "number" or "use this number" may be that of an order or a hotline. */
const requests: Record<string, string> = {
  en: "copy the following number | enter the following number | type the following number | copy this number | enter this number | type this number | copy the number below | enter the number below | type the number below",
  de: "folgende zahl ein | folgende zahl in",
  fr: "recopier le numéro suivant | recopiez le numéro suivant | copiez le numéro suivant | saisir le numéro suivant | saisissez le numéro suivant | entrez le numéro suivant",
  es: "copia el siguiente número | copie el siguiente número | introduce el siguiente número | introduzca el siguiente número | escribe el siguiente número | escriba el siguiente número",
  pt: "copie o número seguinte | copie o seguinte número | introduza o seguinte número | introduza o número seguinte | insira o seguinte número | digite o seguinte número",
  it: "copia il numero seguente | copia il seguente numero | copi il seguente numero | inserisci il seguente numero | inserisca il seguente numero | digita il seguente numero",
  nl: "neem het volgende nummer | typ het volgende nummer | kopieer het volgende nummer | neem dit nummer | typ dit nummer | kopieer dit nummer",
  pl: "przepisz poniższy numer | przepisz ten numer | wpisz poniższy numer | wpisz ten numer",
};

/** Each request asks to type, and names what to type as digits. */
export const numberRequests: Family = Object.fromEntries(
  Object.entries(requests).map(([language, phrases]) => [language, { digits: phrases, enter: phrases }]),
);
