/** How much an image matters to the first screen: it is the largest image there, another image there, or further down. */
export type ImagePriority = 'highest' | 'eager' | 'lazy';

/** Returns the priority of the card at an index of a list whose first `onScreen` cards are on the first screen of any device. */
export function imagePriority(index: number, onScreen: number): ImagePriority {
  if (index >= onScreen) return 'lazy';
  return index === 0 ? 'highest' : 'eager';
}
