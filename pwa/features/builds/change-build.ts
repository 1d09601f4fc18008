import { MAX_BUILD_PARTS, MAX_PART_QUANTITY } from '#contract/limits.ts';
import type { Build, BuildPart } from './parse-builds.ts';

/** The part that a visitor adds. */
export type NewPart = Omit<BuildPart, 'quantity'>;

/** The result of adding a part. */
export interface AddedPart {
  readonly build: Build;
  /** Parts that the new one has replaced in their slot. */
  readonly replaced: readonly BuildPart[];
  /** Nothing was added: the build already has the maximum number of parts, or of units of this part. */
  readonly isFull: boolean;
}

const isSame = (a: Pick<BuildPart, 'shop' | 'id'>, b: Pick<BuildPart, 'shop' | 'id'>): boolean =>
  a.shop === b.shop && a.id === b.id;

/**
 * Adds a part. If the build has it already, it gets one more unit; otherwise it replaces the parts in its slot, unless slots may hold
 * several. A part without a known slot replaces nothing.
 */
export function addPart(build: Build, part: NewPart): AddedPart {
  const known = build.parts.find((other) => isSame(other, part));
  if (known)
    return {
      build: setQuantity(build, part, known.quantity + 1),
      replaced: [],
      isFull: known.quantity >= MAX_PART_QUANTITY,
    };
  const replaced = build.isFree || part.slot === '' ? [] : build.parts.filter(({ slot }) => slot === part.slot);
  const kept = build.parts.filter((other) => !replaced.includes(other));
  if (kept.length >= MAX_BUILD_PARTS) return { build, replaced: [], isFull: true };
  const place = replaced[0] ? build.parts.indexOf(replaced[0]) : kept.length;
  return { build: { ...build, parts: kept.toSpliced(place, 0, { ...part, quantity: 1 }) }, replaced, isFull: false };
}

/**
 * Undoes a change of parts and keeps later changes: parts that it removed return to their place, parts that it added
 * are removed, and its changes of quantities are reversed.
 */
export function takeBack(latest: Build, { before, after }: { readonly before: Build; readonly after: Build }): Build {
  const find = ({ parts }: Build, part: BuildPart): BuildPart | undefined => parts.find((other) => isSame(other, part));
  const parts = latest.parts.flatMap((part) => {
    const [old, changed] = [find(before, part), find(after, part)];
    if (!changed) return part;
    if (!old) return part.quantity > changed.quantity ? { ...part, quantity: part.quantity - changed.quantity } : [];
    const quantity = Math.max(1, Math.min(part.quantity + old.quantity - changed.quantity, MAX_PART_QUANTITY));
    return { ...part, quantity };
  });
  for (const [place, part] of before.parts.entries()) {
    const isBack = find(after, part) || find(latest, part) || parts.length >= MAX_BUILD_PARTS;
    if (!isBack) parts.splice(place, 0, part);
  }
  return { ...latest, parts };
}

/** Sets the units of a part; 0 removes it. */
export const setQuantity = (build: Build, part: Pick<BuildPart, 'shop' | 'id'>, quantity: number): Build => ({
  ...build,
  parts: build.parts.flatMap((other) => {
    if (!isSame(other, part)) return other;
    return quantity <= 0 ? [] : { ...other, quantity: Math.min(quantity, MAX_PART_QUANTITY) };
  }),
});
