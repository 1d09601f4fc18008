import { useEffectEvent, useLayoutEffect } from 'react';
import { openLayer } from '#pwa/platform/browser/layer-history.ts';

/** Makes something that covers the screen a step of the browser's "back" while `isOpen`: going back calls `onBack`. */
export function useLayer(isOpen: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  // Added before the layer is painted: otherwise, an early press of "back" would leave the page.
  useLayoutEffect(() => (isOpen ? openLayer(() => back()) : undefined), [isOpen]);
}
