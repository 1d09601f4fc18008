interface NavigatorHints {
  readonly userAgent: string;
  readonly connection?: { readonly saveData?: boolean };
}
/** Media query of devices that have only a touch screen: their keyboards cover half of it and have no Shift+Enter. */
export const TOUCH = '(hover: none) and (pointer: coarse)';

/** Whether the browser asks to save data: the page then fetches less, and prefetches little. */
export const savesData = (agent: NavigatorHints = navigator): boolean => agent.connection?.saveData === true;

/** Whether the visitor prefers reduced motion. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
