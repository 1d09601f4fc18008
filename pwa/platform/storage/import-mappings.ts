import type { Mapping } from '#contract/import/foreign/mapping.ts';
import { createStoredValue } from './stored-value.ts';

/** Shapes of files that are remembered. */
const MAX_SHAPES = 20;

type Mappings = Readonly<Record<string, Mapping>>;

const stored = createStoredValue<Mappings>({
  key: 'admin_import-mappings',
  parse: (text) => ({ value: parseMappings(text) }),
  format: (mappings) => JSON.stringify(mappings),
});

/** What the columns of imported files stood for, by the shape of the file; kept on this device for the next file of the same shape. */
export const importMappings = {
  find: (shape: string): Mapping | undefined => stored.get()[shape],
  keep: (shape: string, mapping: Mapping): void =>
    stored.update(({ [shape]: _earlier, ...others }) =>
      Object.fromEntries([...Object.entries(others), [shape, mapping] as const].slice(-MAX_SHAPES)),
    ),
};

/** Parses stored mappings; what is none is dropped. */
export function parseMappings(text: string | null): Mappings {
  try {
    const parsed = JSON.parse(text ?? '{}') as unknown;
    if (!isRecord(parsed)) return {};
    return Object.fromEntries(
      Object.entries(parsed).filter((entry): entry is [string, Mapping] => isMapping(entry[1])),
    );
  } catch {
    // Damaged, or of another shape.
    return {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

const isMapping = (value: unknown): value is Mapping =>
  isRecord(value) && typeof value['format'] === 'string' && isTexts(value['columns']) && isTexts(value['constants']);
