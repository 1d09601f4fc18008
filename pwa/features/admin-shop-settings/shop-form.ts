import type { ShopSettingsChanges } from '#contract/http/shop-settings-changes.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { LANGUAGES } from '#contract/languages.ts';
import type { Language } from '#contract/languages.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { SHOP_TEXT_LENGTHS } from '#contract/shop-settings/default-shop.ts';
import { findLogoFault } from '#contract/shop-settings/find-logo-fault.ts';
import { isVisible } from '#contract/shop-settings/palette.ts';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import type { AdminEntry, ShopSettingsDraft } from '#sync/api/admin-api.ts';

export const LINES = ['name', 'shortName', 'letters'] as const;
export const TEXTS = ['about', 'promise', 'disclosure', 'contact', 'legal'] as const;
export type LineName = (typeof LINES)[number] | 'accent';
export type TextName = (typeof TEXTS)[number];

/** A text by language; an empty one counts as missing. */
type TextInput = Readonly<Record<Language, string>>;

/** The form's fields. An empty field stands for the value in the operator's file, or for the default if the file has none. */
export interface ShopForm {
  readonly lines: Readonly<Record<LineName, string>>;
  /** The chosen logo file as a `data:` URL; null if the logo was removed; undefined to keep the shop's logo. */
  readonly logo: string | null | undefined;
  readonly texts: Readonly<Record<TextName, TextInput>>;
  readonly conditions: Readonly<Record<ConditionKey, TextInput>>;
}

/** Problems by field name, such as `name`, `about.en` or `conditions.good.ru`. */
export type ShopProblems = Readonly<Record<string, string>>;

const LANGUAGE_KEYS = Object.keys(LANGUAGES) as Language[];
type SentText = Readonly<Partial<Record<string, string>>> | undefined;

const toInput = (text: SentText): TextInput =>
  Object.fromEntries(LANGUAGE_KEYS.map((language) => [language, text?.[language] ?? ''])) as Record<Language, string>;

/** Returns the form of the server's shop settings with this device's pending changes applied. */
export function toShopForm(shop: ShopSettings, waiting: readonly ShopSettingsChanges[]): ShopForm {
  const changes = Object.assign({}, ...waiting) as ShopSettingsChanges;
  const given = { ...shop, ...changes };
  const line = (name: LineName): string =>
    name in changes || !shop.derived?.some((other) => other === name) ? (given[name] ?? '') : '';
  const fill = <K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> =>
    Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
  return {
    lines: fill([...LINES, 'accent'], line),
    logo: changes.logo,
    texts: fill(TEXTS, (name) => toInput(given[name] ?? undefined)),
    conditions: fill(CONDITION_KEYS, (key) => toInput(given.conditions?.[key])),
  };
}

/** Returns a form's fields by the names that `ShopProblems` uses. The logo is left out if it is the shop's own (undefined). */
function fieldsOf({ lines, logo, texts, conditions }: ShopForm): Map<string, string | null> {
  const ofText = ([name, text]: [string, TextInput]): [string, string][] =>
    LANGUAGE_KEYS.map((language) => [`${name}.${language}`, text[language]]);
  return new Map<string, string | null>([
    ...Object.entries(lines),
    ...Object.entries(texts).flatMap(ofText),
    ...Object.entries(conditions).flatMap(([key, text]) => ofText([`conditions.${key}`, text])),
    ...(logo === undefined ? [] : [['logo', logo] as const]),
  ]);
}

/** Returns the draft with the fields that differ between two states of the form. A text that is typed back leaves the draft. */
export function noteTyped(draft: ShopSettingsDraft, from: ShopForm, to: ShopForm): ShopSettingsDraft {
  const fields = fieldsOf(from);
  const noted = { ...draft };
  for (const [field, typed] of fieldsOf(to)) {
    if (fields.get(field) === typed) continue;
    const before = draft[field]?.before ?? fields.get(field) ?? null;
    if (before === typed && field !== 'logo') delete noted[field];
    else noted[field] = { before, typed };
  }
  return noted;
}

/** Returns the form with the draft's typed values; all other fields remain as in `form`. */
export function applyDraft(form: ShopForm, draft: ShopSettingsDraft): ShopForm {
  const fill = <Part extends object>(part: Part, prefix = ''): Part =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => {
        const field = `${prefix}${name}`;
        return [name, typeof value === 'string' ? (draft[field]?.typed ?? value) : fill(value as object, `${field}.`)];
      }),
    ) as Part;
  return {
    lines: fill(form.lines),
    logo: draft['logo'] ? draft['logo'].typed : form.logo,
    texts: fill(form.texts),
    conditions: fill(form.conditions, 'conditions.'),
  };
}

/** Returns the values that another administrator has saved in typed fields since. Saving this form would replace them. */
export function findReplaced(form: ShopForm, draft: ShopSettingsDraft): ShopProblems {
  const fields = fieldsOf(form);
  const replaced: Record<string, string> = {};
  for (const [field, { before, typed }] of Object.entries(draft)) {
    const theirs = fields.get(field);
    if (typeof theirs === 'string' && theirs !== before && theirs !== typed) replaced[field] = theirs;
  }
  return replaced;
}

const clean = (text: string): string => text.normalize('NFC').trim();

/** Returns a text as it is sent: only its non-empty languages, or null if it is empty in every language. */
function toText(input: TextInput): Record<string, string> | null {
  const filled = LANGUAGE_KEYS.map((language) => [language, clean(input[language])] as const).filter(
    ([, text]) => text !== '',
  );
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the changes between two states of the form; undefined if there are none. */
export function findChanges(from: ShopForm, to: ShopForm): ShopSettingsChanges | undefined {
  const changes: Record<string, unknown> = {};
  const note = (name: string, before: unknown, after: unknown): void => {
    if (!isSame(before, after)) changes[name] = after;
  };
  for (const name of [...LINES, 'accent'] as const)
    note(name, clean(from.lines[name]) || null, clean(to.lines[name]) || null);
  for (const name of TEXTS) note(name, toText(from.texts[name]), toText(to.texts[name]));
  const conditions = (form: ShopForm): object | null => {
    const filled = CONDITION_KEYS.flatMap((key) => {
      const text = toText(form.conditions[key]);
      return text ? [[key, text] as const] : [];
    });
    return filled.length === 0 ? null : Object.fromEntries(filled);
  };
  note('conditions', conditions(from), conditions(to));
  if (to.logo !== undefined) note('logo', from.logo, to.logo);
  return Object.keys(changes).length === 0 ? undefined : (changes as ShopSettingsChanges);
}

/** Finds what the server would reject, in the server's words (`FIELD_PROBLEMS`, `FIELD_LIMITS`). */
export function findProblems({ lines, logo, texts, conditions }: ShopForm): ShopProblems {
  const problems: Record<string, string> = {};
  const checkLength = (field: string, text: string, most: number): void => {
    if (clean(text).length > most) problems[field] = FIELD_LIMITS.tooLong(most);
  };
  for (const name of LINES) checkLength(name, lines[name], SHOP_TEXT_LENGTHS[name]);
  for (const language of LANGUAGE_KEYS) {
    for (const name of TEXTS) checkLength(`${name}.${language}`, texts[name][language], SHOP_TEXT_LENGTHS[name]);
    for (const key of CONDITION_KEYS)
      checkLength(`conditions.${key}.${language}`, conditions[key][language], SHOP_TEXT_LENGTHS.condition);
  }
  const accent = clean(lines.accent);
  if (accent !== '' && !isColor(accent)) problems['accent'] = FIELD_PROBLEMS.color;
  else if (accent !== '' && !isVisible(accent)) problems['accent'] = FIELD_PROBLEMS.colorInvisible;
  const fault = typeof logo === 'string' ? findLogoFault(logo) : undefined;
  if (fault !== undefined) problems['logo'] = fault;
  return problems;
}

/** Returns whether a text is a color such as `#1e3a8a`. */
export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

/** Returns the problems of a rejected change, by field. */
export function readRejection(entry: AdminEntry | undefined): ShopProblems {
  const errors = entry?.rejection?.errors ?? [];
  return Object.fromEntries(
    errors.map(({ pointer, message }) => [pointer.replace(/^\/body\//, '').replaceAll('/', '.'), message]),
  );
}
