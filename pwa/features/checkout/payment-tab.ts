import { findWebAddress } from '#contract/text/description-addresses.ts';

/** A tab for a payment page, opened empty in the click handler: browsers block tabs that open later. */
export interface PaymentTab {
  /** Shows the payment page. Returns false when the tab was blocked or closed, or for a URL that is not http(s). */
  show(url: string): boolean;
  /** Closes the empty tab when there is nothing to pay. */
  close(): void;
}

/** Opens the tab for a payment page; must be called in a click handler. An installed app has no tabs and navigates its own window. */
export function openPaymentTab(text: string): PaymentTab {
  if (isInstalled()) return { show: (url) => isHttpUrl(url) && replaceLocation(location, url), close: () => undefined };
  const tab = open('about:blank', '_blank');
  if (tab) {
    // The foreign payment page must not reach the shop. (With `noopener` there would be no handle to navigate the tab.)
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
    show(url) {
      if (!tab || tab.closed || !isHttpUrl(url)) return false;
      return replaceLocation(tab.location, url);
    },
    close: () => tab?.close(),
  };
}

function replaceLocation(target: Location, url: string): true {
  target.replace(url);
  return true;
}

/** Whether a URL is http or https; others, such as `javascript:`, are never opened. */
export const isHttpUrl = (url: string): boolean => findWebAddress(url) !== undefined;

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;
