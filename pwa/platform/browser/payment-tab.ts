/** Where a payment page will be shown: opened empty while the click lasts, because browsers block what opens later. */
export interface PaymentTab {
  /** Shows the payment page. False when it could not be: blocked, closed meanwhile, or no address of the web. */
  show(address: string): boolean;
  /** Nothing is to be paid: an empty tab goes. */
  close(): void;
}

/** Opens the place for a payment page; call it within the click. An installed app has no tabs: it shows the page in its own window. */
export function openPaymentTab(text: string): PaymentTab {
  if (isInstalled()) return { show: (address) => isHttpUrl(address) && go(location, address), close: () => undefined };
  const tab = open('about:blank', '_blank');
  if (tab) {
    // The payment page is a stranger: it may not reach back into the shop. (With `noopener` there would be no tab to lead on.)
    tab.opener = null;
    tab.document.title = text;
    tab.document.body.textContent = text;
    const { backgroundColor } = getComputedStyle(document.documentElement);
    const { color, fontFamily } = getComputedStyle(document.body);
    Object.assign(tab.document.body.style, {
      backgroundColor,
      color,
      fontFamily,
      padding: '24px',
      textAlign: 'center',
    });
  }
  return {
    show(address) {
      if (!tab || tab.closed || !isHttpUrl(address)) return false;
      return go(tab.location, address);
    },
    close: () => tab?.close(),
  };
}

function go(where: Location, address: string): true {
  where.replace(address);
  return true;
}

/** Whether an address leads to a page of the web; another one, such as `javascript:`, is never opened. */
export function isHttpUrl(address: string): boolean {
  try {
    return ['https:', 'http:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;
