import { toTitleKey } from './title-key.ts';

/** Trademark signs, which belong to no word: their letters would become part of the name before them. */
const TRADE_SIGNS = /[\u2120\u2122]/g;
/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts are vowels and tones, without which a word becomes another word. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Letters that Unicode does not decompose, each with what people type instead on a keyboard that lacks it. */
const TYPED_AS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};
const TYPED_OTHERWISE = new RegExp(`[${Object.keys(TYPED_AS).join('')}]`, 'g');
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** A run of letters and digits; everything else separates words. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the title key without accents, full width and ligatures. Idempotent. Searches also compare title keys, and list their matches
 * first.
 */
export function toSearchFold(text: string): string {
  const key = toTitleKey(text);
  if (!BEYOND_ASCII.test(key)) return key;
  return key
    .replaceAll(TRADE_SIGNS, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .replaceAll(TYPED_OTHERWISE, (letter) => TYPED_AS[letter] ?? letter)
    .normalize('NFKC');
}

/** Returns the words of a text in its folded form, in order. */
export const splitSearchWords = (text: string): string[] => toSearchFold(text).match(WORD) ?? [];
