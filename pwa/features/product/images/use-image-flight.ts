import { useEffect, useLayoutEffect } from 'react';
import { flyImage } from '#pwa/ui/media/fly-image.ts';

const listFrames = (within: string, id: number): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`${within} [data-picture-of="${id}"]`),
];

const isOnScreen = (element: HTMLElement): boolean => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/** The picture of a product's card on the screen; of several the one under the pointer or with the focus. */
function findCardFrame(id: number): HTMLElement | undefined {
  const shown = listFrames('main', id).filter((frame) => !frame.closest('dialog') && isOnScreen(frame));
  return shown.find((frame) => frame.closest('a')?.matches(':hover, :focus')) ?? shown[0];
}

const findOpenFrame = (id: number): HTMLElement | undefined => listFrames('dialog', id)[0];

/** Lets the picture of the pressed card fly to its place in the open product, and back when that is closed. */
export function useImageFlight(id: number): void {
  useEffect(() => {
    // Not when an address opened the product: nobody pressed a card.
    if (navigator.userActivation?.isActive !== true) return;
    const [card, open] = [findCardFrame(id), findOpenFrame(id)];
    const picture = card?.querySelector('img');
    if (!card || !open || !picture) return;
    const flight = flyImage(picture, card.getBoundingClientRect(), open.getBoundingClientRect());
    // The place stays empty until the picture has come.
    if (flight) open.animate({ opacity: [0, 0] }, flight.effect?.getComputedTiming().duration as number);
  }, [id]);
  useLayoutEffect(
    () => () => {
      const [card, open] = [findCardFrame(id), findOpenFrame(id)];
      const picture = card?.querySelector('img');
      if (card && open && picture && isOnScreen(open))
        flyImage(picture, open.getBoundingClientRect(), card.getBoundingClientRect());
    },
    [id],
  );
}
