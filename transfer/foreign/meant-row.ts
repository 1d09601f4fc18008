import type { Cell, ReadRow } from '../source-row.ts';
import type { Mapping } from './mapping.ts';

/** A row of a foreign file, by what its cells mean. */
export interface MeantRow {
  readonly source: ReadRow;
  /** The texts of each meaning that are not blank, the most important first. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/** Reads what the cells of a row mean; blank ones mean nothing. */
export function readMeanings(source: ReadRow, { columns }: Mapping, hasWrittenBreaks: boolean): MeantRow {
  const texts = new Map<string, string[]>();
  for (const [column, meaning] of Object.entries(columns)) {
    const text = toText(source.fields[column] ?? null);
    if (text === '') continue;
    const plain = hasWrittenBreaks && meaning === 'description' ? text.replaceAll(WRITTEN_BREAK, '\n') : text;
    texts.set(meaning, [...(texts.get(meaning) ?? []), plain]);
  }
  return { source, texts };
}

const WRITTEN_BREAK = /\\r\\n|\\n/gu;

const toText = (cell: Cell): string => (cell === null ? '' : String(cell).trim());

/** Returns the most important text of a meaning, or an empty one. */
export const firstOf = ({ texts }: MeantRow, meaning: string): string => texts.get(meaning)?.[0] ?? '';

/** Lists the keys by which other rows of the file name a row's product: its own first. */
export const keysOf = (row: MeantRow): readonly string[] => {
  const [own, group, other] = ['external_id', 'group', 'other_id'].map((key) => firstOf(row, key)) as [
    string,
    string,
    string,
  ];
  return [own, group, other === '' ? '' : `id:${other}`].filter((key) => key !== '');
};

/** Returns whether a row says that it is a parent of variants, or a variant; undefined for a product of its own. */
export function kindOf(row: MeantRow): 'parent' | 'variant' | undefined {
  const kind = firstOf(row, 'kind').toLowerCase();
  if (/\b(?:variation|child)\b/u.test(kind)) return 'variant';
  return /\b(?:variable|parent)\b/u.test(kind) ? 'parent' : undefined;
}

/** The only option value that Shopify writes for a product without options. */
const NO_OPTION = /^default title$/iu;

/** Lists the values of a row's options: those in separate columns, and those in one cell such as `Color=Red|Size=M`. */
export const optionsOf = ({ texts }: MeantRow): readonly string[] => [
  ...(texts.get('option') ?? []).filter((text) => !NO_OPTION.test(text)),
  ...(texts.get('options') ?? []).flatMap(readOptions),
];

const readOptions = (text: string): readonly string[] =>
  text
    .replaceAll(/^\[|\]$/gu, '')
    .split(/[|;,]/u)
    .map((option) => option.replace(/^[^=:]*[=:]/u, '').trim())
    .filter((value) => value !== '');
