import type { DraftView, FieldAlternative, ImageRef, ProductDraft } from '../../api/admin-api.ts';
import { mergeValues } from '../outbox/merge-edit.ts';

type Alternatives = Readonly<Record<string, FieldAlternative>>;

export interface DraftMerge extends DraftView {
  /** The form as this window shows it. */
  readonly mine: ProductDraft;
  /** The draft as another window has stored it. */
  readonly theirs: ProductDraft;
}

/**
 * Merges a form that two windows change. A field, an image or a text that only one window changed is as that window has it. Of a field
 * that both changed, the value that was stored or typed last is shown, and the other value becomes its alternative.
 */
export function mergeDrafts({ seen, own, mine, theirs }: DraftMerge): ProductDraft {
  const { fields, conflicts } = mergeValues(seen.fields, mine.fields, theirs.fields);
  const found: Record<string, FieldAlternative> = {};
  for (const [field, base] of own) {
    const [value, last] = [mine.fields[field], theirs.fields[field]];
    if (value === seen.fields[field] && value !== undefined && value !== last) found[field] = { base, value };
  }
  for (const { field, base, theirs: value } of conflicts) found[field] = { base: own.get(field) ?? base, value };
  // A field that already has or had an alternative, in this window or the other, gets no second one.
  const settled = { ...seen.alternatives, ...theirs.alternatives };
  const isNew = ([field]: readonly [string, FieldAlternative]): boolean => settled[field] === undefined;
  const alternatives = {
    ...pick(seen.alternatives, mine.alternatives, theirs.alternatives),
    ...Object.fromEntries(Object.entries(found).filter(isNew)),
  };
  return {
    ...theirs,
    fields,
    id: mine.id === seen.id ? theirs.id : mine.id,
    isOwnId: mine.isOwnId === seen.isOwnId ? theirs.isOwnId : mine.isOwnId,
    images: mergeImages(seen.images, mine.images, theirs.images),
    links: mine.links === seen.links ? theirs.links : mine.links,
    alternatives: Object.fromEntries(
      Object.entries(alternatives).filter(([field, { value }]) => fields[field] !== value),
    ),
  };
}

/** Returns the alternatives of both sides, without those that one of them has decided on. */
function pick(seen: Alternatives = {}, mine: Alternatives = {}, theirs: Alternatives = {}): Alternatives {
  const isOpen = ([field]: readonly [string, FieldAlternative]): boolean =>
    seen[field] === undefined || (mine[field] !== undefined && theirs[field] !== undefined);
  return Object.fromEntries(Object.entries({ ...mine, ...theirs }).filter(isOpen));
}

const keyOf = (image: ImageRef): string => (image.kind === 'stored' ? `stored/${image.name}` : `kept/${image.id}`);

/** Returns this window's images without those that the other window removed, and with those that it added. */
function mergeImages(
  seen: readonly ImageRef[],
  mine: readonly ImageRef[],
  theirs: readonly ImageRef[],
): readonly ImageRef[] {
  if (isSameOrder(seen, mine)) return theirs;
  if (isSameOrder(seen, theirs)) return mine;
  const keysOf = (images: readonly ImageRef[]): ReadonlySet<string> => new Set(images.map(keyOf));
  const [before, own, other] = [keysOf(seen), keysOf(mine), keysOf(theirs)] as const;
  const left = mine.filter((image) => other.has(keyOf(image)) || !before.has(keyOf(image)));
  const added = theirs.filter((image) => !own.has(keyOf(image)) && !before.has(keyOf(image)));
  return [...left, ...added];
}

const isSameOrder = (one: readonly ImageRef[], other: readonly ImageRef[]): boolean =>
  one.map(markedKeyOf).join('\n') === other.map(markedKeyOf).join('\n');

const markedKeyOf = (image: ImageRef): string => `${keyOf(image)} ${image.shows ?? ''}`;
