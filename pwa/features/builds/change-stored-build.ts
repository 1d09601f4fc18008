import type { Build, BuildPart } from './parse-builds.ts';
import { storedBuilds } from './stored-builds.ts';
import { addPart, setQuantity, takeBack } from './change-build.ts';
import type { AddedPart, NewPart } from './change-build.ts';

/** Adds a part to a stored build. Returns the result and how to undo only this change; undefined when the build was deleted. */
export function addStoredPart(
  id: number,
  part: NewPart,
): (Omit<AddedPart, 'build'> & { readonly undo: () => void }) | undefined {
  const results: AddedPart[] = [];
  const undo = changeParts(id, (latest) => {
    const added = addPart(latest, part);
    results.push(added);
    return added.build;
  });
  const [result] = results;
  return result && { replaced: result.replaced, isFull: result.isFull, undo };
}

/** Sets the units of a part of a stored build; 0 removes it. Returns a function that undoes only this change. */
export const setStoredQuantity = (id: number, part: BuildPart, quantity: number): (() => void) =>
  changeParts(id, (latest) => setQuantity(latest, part, quantity));

/** Deletes a build if it has no parts. */
export function removeEmpty(id: number): void {
  if (storedBuilds.list().find((build) => build.id === id)?.parts.length === 0) storedBuilds.remove(id);
}

function changeParts(id: number, alter: (latest: Build) => Build): () => void {
  let difference: { readonly before: Build; readonly after: Build } | undefined;
  storedBuilds.change(id, (before) => {
    const after = alter(before);
    difference = { before, after };
    return after;
  });
  return () => storedBuilds.change(id, (latest) => (difference ? takeBack(latest, difference) : latest));
}
