interface NavigatorHints {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile: boolean };
  readonly connection?: { readonly saveData?: boolean };
}
const MOBILE = /Mobi|Android|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i;

/** Whether the browser is a mobile one: its client hint counts before its user agent string. */
export const isMobileBrowser = (agent: NavigatorHints = navigator): boolean =>
  agent.userAgentData?.mobile ?? MOBILE.test(agent.userAgent);

/** Media query of devices that have only a touch screen: their keyboards cover half of it and have no Shift+Enter. */
export const TOUCH = '(hover: none) and (pointer: coarse)';

/** Whether the visitor saves data: only what is requested is fetched then. */
export const savesData = (agent: NavigatorHints = navigator): boolean => agent.connection?.saveData === true;

/** Whether the visitor prefers reduced motion. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
