import { useEffect, useLayoutEffect } from 'react';
import { prefersReducedMotion } from '#pwa/platform/browser/client-hints.ts';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { flyImage } from '#pwa/ui/media/fly-image.ts';

/** After this time the image appears even if the end of its animation was missed. */
const LONGEST_FLIGHT_MS = 2_000;

const listFrames = (within: string, id: number): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`${within} [data-image-of="${id}"]`),
];

const isOnScreen = (element: HTMLElement): boolean => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/** Returns the image frame of a product's card on the screen; if there are several, the one that is hovered or focused. */
function findCardFrame(id: number): HTMLElement | undefined {
  const shown = listFrames('main', id).filter((frame) => !frame.closest('dialog') && isOnScreen(frame));
  return shown.find((frame) => frame.closest('a')?.matches(':hover, :focus')) ?? shown[0];
}

const findOpenFrame = (id: number): HTMLElement | undefined => listFrames('dialog', id)[0];

/** Animates the image of the pressed card to its place in the open product once this is rendered, and back when the product is closed. */
export function useImageFlight(id: number, isReady: boolean): void {
  useEffect(() => {
    // No animation when a URL opened the product without a click.
    if (!isReady || navigator.userActivation?.isActive !== true || prefersReducedMotion()) return undefined;
    const open = findOpenFrame(id);
    // The target stays empty until the image arrives.
    const hidden = open?.animate({ opacity: [0, 0] }, LONGEST_FLIGHT_MS);
    // Measured after the window's first frame: earlier, reading each size would make the browser lay out the page during the press.
    const cancel = afterPaint(() => {
      const card = findCardFrame(id);
      const image = card?.querySelector('img');
      const flight =
        card && open && image && flyImage(image, card.getBoundingClientRect(), open.getBoundingClientRect());
      const show = (): void => hidden?.cancel();
      if (flight) flight.finished.then(show, show);
      else show();
    });
    return () => {
      cancel();
      hidden?.cancel();
    };
  }, [id, isReady]);
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
