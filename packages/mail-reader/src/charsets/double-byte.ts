import { toLatin1 } from "./shift-encodings.ts";

/**
 * Decoders for double-byte code pages with the additions of Windows and the ETEN system. In several Node releases
 * `TextDecoder` turns these additions into replacement or private-use characters.
 */

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** Trail bytes of the syllables that code page 949 adds. From lead byte 0xA1 on, trail bytes above 0xA0 belong to KS X 1001. */
const UHC_TRAIL_BYTES = [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...range(0x81, 0xfe)];
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const LAST_SYLLABLE_LEAD = 0xc6;
/** A pair, or a single byte that starts no pair. */
const BYTE_PAIR = /[\x81-\xfe][\x41-\xfe]|[\x80-\xff]/g;

let koreanTable: Uint16Array | undefined;

/** Decodes code page 949: EUC-KR, plus the Korean syllables that EUC-KR does not have, in Unicode order. */
export function decodeKorean(bytes: Uint8Array): string {
  koreanTable ??= createKoreanTable();
  const table = koreanTable;
  return toLatin1(bytes).replace(BYTE_PAIR, (pair) => {
    const unit = table[(pair.charCodeAt(0) << 8) | pair.charCodeAt(1)] ?? 0;
    if (unit !== 0) return String.fromCharCode(unit);
    // An ASCII character after an invalid byte is kept, because it may be markup.
    const trail = pair[1];
    return trail !== undefined && trail < "\x80" ? `\ufffd${trail}` : "\ufffd";
  });
}

/**
 * Creates the table of code page 949: the UTF-16 unit of each byte pair, indexed by `lead << 8 | trail`; 0 if unassigned. First come
 * the characters of EUC-KR, then the syllables that it lacks, in Unicode order, at the pairs that it does not use.
 */
function createKoreanTable(): Uint16Array {
  const table = new Uint16Array(0x10000);
  const standardUnits = addStandardUnits(table);
  let syllable = FIRST_SYLLABLE;
  for (const lead of range(0x81, LAST_SYLLABLE_LEAD)) {
    for (const trail of UHC_TRAIL_BYTES) {
      const isStandardPair = lead > 0xa0 && trail > 0xa0;
      if (isStandardPair) break; // as are all further trail bytes
      while (standardUnits.has(syllable)) syllable += 1;
      if (syllable > LAST_SYLLABLE) return table;
      table[(lead << 8) | trail] = syllable;
      syllable += 1;
    }
  }
  return table;
}

/** Adds the characters of EUC-KR to the table, from the runtime's decoder. Returns their UTF-16 units. */
function addStandardUnits(table: Uint16Array): Set<number> {
  const decoder = new TextDecoder("euc-kr");
  const standardUnits = new Set<number>();
  for (const lead of range(0xa1, 0xfe)) {
    // A line feed after each pair keeps an unassigned pair from consuming the next one.
    const pairs = range(0xa1, 0xfe).flatMap((trail) => [lead, trail, 0x0a]);
    for (const [index, character] of decoder.decode(Uint8Array.from(pairs)).split("\n").entries()) {
      const isAssigned = character.length === 1 && character !== "\ufffd";
      if (!isAssigned) continue;
      table[(lead << 8) | (0xa1 + index)] = character.charCodeAt(0);
      standardUnits.add(character.charCodeAt(0));
    }
  }
  return standardUnits;
}

/** Private-use character that the decoder returns for 0xC6A1, the first ETEN addition. */
const FIRST_ETEN = 0xf6b1;
const ETEN_CHARACTERS = [
  "①②③④⑤⑥⑦⑧⑨⑩⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽ⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹ丶丿亅亠冂冖冫勹匸卩厶夊宀巛⼳广廴彐彡攴无疒癶辵隶¨ˆヽヾゝゞ〃仝々〆〇ー［］✽",
  String.fromCharCode(...range(0x3041, 0x3093), ...range(0x30a1, 0x30f6)),
].join("");

/** Everyday Cantonese characters among the five thousand of the Hong Kong supplement, each after its private-use code. */
const CANTONESE_PAIRS =
  "e0b2噏 e183攞 e18e揸 e1f5枱 e2c2鎅 e2e5着 e356綉 e40c衞 e420瞓 e473邨 e547嚟 e5a2哋 e739啫 e750糍 e77f脷 e7d4啱 e80b餸 e88c埗 eb06乸 eb82喼 ebbb嚹 ec0a囖 ec9f嚿 eca1踎 eca2孭 eca9攰 ecb1嘢 ecb2嘞 ecbc脗 ecc7嘥 eccd噃 ecd0㗎 ecd1嘅 ecd2嗱 ecd3曱 ecd6甴 ecd7嗰 ecd8喺 ecd9咗 ecda啲 ecec揼 eced掹 ecee揾 ecef啩 ecf3冚 ed01裇 ed02膶 f443喐 f492啹 f4d8搲";
const CANTONESE_CHARACTERS = Object.fromEntries(
  CANTONESE_PAIRS.split(" ").map((pair) => [String.fromCharCode(Number.parseInt(pair, 16)), pair.slice(4)]),
);

/**
 * Decodes Big5 with the ETEN additions and the most common characters of the Hong Kong supplement. `TextDecoder` returns
 * private-use characters for them.
 */
export function decodeBig5(bytes: Uint8Array): string {
  big5Decoder ??= new TextDecoder("big5");
  return big5Decoder
    .decode(bytes)
    .replace(
      /[\ue000-\uf8ff]/g,
      (character) =>
        ETEN_CHARACTERS[character.charCodeAt(0) - FIRST_ETEN] ?? CANTONESE_CHARACTERS[character] ?? character,
    );
}
let big5Decoder: { decode(bytes: Uint8Array): string } | undefined;
