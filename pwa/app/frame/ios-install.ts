interface AppleNavigator {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** Safari only: whether the page runs as an app of the home screen. */
  readonly standalone?: boolean;
}

/** Whether the page can be put on the home screen of an iPhone or iPad, whose browsers do not offer that themselves. */
export const canInstallByHand = (agent: AppleNavigator = navigator): boolean =>
  agent.standalone === false &&
  // An iPad calls itself a Mac; Macs have no touch screen.
  (/iPhone|iPad|iPod/.test(agent.userAgent) || (agent.userAgent.includes('Mac OS X') && agent.maxTouchPoints > 1));
