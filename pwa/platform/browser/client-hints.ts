interface NavigatorHints {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile: boolean };
  readonly connection?: { readonly saveData?: boolean };
}
const MOBILE = /Mobi|Android|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i;

/** Whether the browser calls itself a mobile one: what it says outright counts before what its name lets guess. */
export const isMobileBrowser = (agent: NavigatorHints = navigator): boolean =>
  agent.userAgentData?.mobile ?? MOBILE.test(agent.userAgent);

/** Whether the visitor wants few bytes: nothing is fetched then that was not asked for. */
export const savesData = (agent: NavigatorHints = navigator): boolean => agent.connection?.saveData === true;

/** Whether the visitor wants things to stay where they are. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
