import type { Mapping } from '#transfer/foreign/mapping.ts';
import { isObject, parseJson } from '#pwa/platform/storage/parse-versioned.ts';
import { createStoredValue } from '#pwa/platform/storage/stored-value.ts';

/** Maximum number of file shapes (see `shapeOf`) whose mapping is remembered. */
const MAX_SHAPES = 20;

type Mappings = Readonly<Record<string, Mapping>>;

const stored = createStoredValue<Mappings>({
  key: 'admin_import-mappings',
  parse: (text) => ({ value: parseMappings(text) }),
  format: (mappings) => JSON.stringify(mappings),
});

/** Column mappings of imported files, by the shape of the file; kept on this device for the next file with the same columns. */
export const importMappings = {
  find: (shape: string): Mapping | undefined => stored.get()[shape],
  keep: (shape: string, mapping: Mapping): void =>
    stored.update(({ [shape]: _earlier, ...others }) =>
      Object.fromEntries([...Object.entries(others), [shape, mapping] as const].slice(-MAX_SHAPES)),
    ),
};

/** Parses stored mappings; drops entries that are not mappings. */
export function parseMappings(text: string | null): Mappings {
  const parsed = parseJson(text);
  const entries = Object.entries(isObject(parsed) ? parsed : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, Mapping] => isMapping(entry[1])));
}

const isTexts = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string');

const isMapping = (value: unknown): value is Mapping =>
  isObject(value) && typeof value['format'] === 'string' && isTexts(value['columns']) && isTexts(value['constants']);
