import { useEffect, useLayoutEffect } from 'react';
import { flyImage } from '#pwa/ui/media/fly-image.ts';

const listFrames = (within: string, id: number): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`${within} [data-picture-of="${id}"]`),
];

const isOnScreen = (element: HTMLElement): boolean => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/** Returns the image frame of a product's card on the screen; of several, the one hovered or focused. */
function findCardFrame(id: number): HTMLElement | undefined {
  const shown = listFrames('main', id).filter((frame) => !frame.closest('dialog') && isOnScreen(frame));
  return shown.find((frame) => frame.closest('a')?.matches(':hover, :focus')) ?? shown[0];
}

const findOpenFrame = (id: number): HTMLElement | undefined => listFrames('dialog', id)[0];

/** Animates the image of the pressed card to its place in the open product, and back when that is closed. */
export function useImageFlight(id: number): void {
  useEffect(() => {
    // No animation when a URL opened the product without a click.
    if (navigator.userActivation?.isActive !== true) return;
    const [card, open] = [findCardFrame(id), findOpenFrame(id)];
    const image = card?.querySelector('img');
    if (!card || !open || !image) return;
    const flight = flyImage(image, card.getBoundingClientRect(), open.getBoundingClientRect());
    // The target stays empty until the image arrives.
    if (flight) open.animate({ opacity: [0, 0] }, flight.effect?.getComputedTiming().duration as number);
  }, [id]);
  useLayoutEffect(
    () => () => {
      const [card, open] = [findCardFrame(id), findOpenFrame(id)];
      const image = card?.querySelector('img');
      if (card && open && image && isOnScreen(open))
        flyImage(image, open.getBoundingClientRect(), card.getBoundingClientRect());
    },
    [id],
  );
}
