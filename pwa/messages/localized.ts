import { ENGLISH } from '#contract/languages.ts';

/** Texts with the keys of `T`: strings, functions of the same arguments, and groups of them. */
export type Texts<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : T extends object
      ? { readonly [K in keyof T]: Texts<T[K]> }
      : T;

/** Texts of a language by the names of their exports. */
export type TextsByName = Readonly<Record<string, object>>;

type Group = Readonly<Record<string, unknown>>;

let language: string = ENGLISH;
let texts: TextsByName = {};

/** Returns the language that texts are read in. */
export const currentLanguage = (): string => language;

/** Sets the language that texts are read in from now on; texts that `nextTexts` lacks stay English. */
export function setLanguage(next: string, nextTexts: TextsByName): void {
  language = next;
  texts = nextTexts;
}

/** Runs a synchronous function in a language. */
export function inLanguage<R>(other: string, otherTexts: TextsByName, work: () => R): R {
  const [outer, outerTexts] = [language, texts];
  setLanguage(other, otherTexts);
  try {
    return work();
  } finally {
    setLanguage(outer, outerTexts);
  }
}

/**
 * Returns texts that read as those of the current language. A group may be stored in a variable at any time; a single text must be read where it is
 * shown, because a module may run before the language is known. @param name the name of the export
 */
export const localized = <const T extends object>(name: string, english: T): Texts<T> =>
  follow(english as Group, () => (texts[name] ?? english) as Group) as Texts<T>;

function follow(shape: Group, current: () => Group): Group {
  const groups = Object.create(null) as Record<string, Group>;
  for (const [key, value] of Object.entries(shape)) {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isGroup) groups[key] = follow(value as Group, () => current()[key] as Group);
  }
  return new Proxy(shape, { get: (_shape, key) => groups[key as string] ?? current()[key as string] });
}
