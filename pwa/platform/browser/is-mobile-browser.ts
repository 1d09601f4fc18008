interface NavigatorNames {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile: boolean };
}
const MOBILE = /Mobi|Android|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i;

/** Whether the browser is a mobile one: its client hint takes precedence over its user agent string. */
export const isMobileBrowser = (agent: NavigatorNames = navigator): boolean =>
  agent.userAgentData?.mobile ?? MOBILE.test(agent.userAgent);
