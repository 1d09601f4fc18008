/** How much a picture matters to the first screen: the one that is painted largest, others on it, or one further down. */
export type ImagePriority = 'highest' | 'eager' | 'lazy';

/** The priority of the card at a place, from 0, of a list of which the first `onScreen` cards stand on the first screen of any device. */
export function imagePriority(place: number, onScreen: number): ImagePriority {
  if (place >= onScreen) return 'lazy';
  return place === 0 ? 'highest' : 'eager';
}
