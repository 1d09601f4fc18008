import type { Page } from '@playwright/test';

/** Words that stay in Latin letters in a Russian interface: names (also of the other language), abbreviations, keys, and sample data. */
const ALLOWED = new Set(
  `Hexlime English AMAZON Amazon Associates NOWPayments Google eBay Facebook Marketplace ID CSV UTF Esc Ctrl cookie kB
  Lamp Cable Lighting Desk lamps Parts Power Data Shines bright Warehouse Alice alice Bob Sam Ada demo invalid example com name`.split(
    /\s+/,
  ),
);

/** Finds Latin words in what a person sees or hears on a page: texts, labels, placeholders, the title. Code and addresses are not words. */
export async function findLatinWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element?.checkVisibility() || element.closest('script, style, noscript, code, [lang="en"]')) continue;
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(node.getAttribute(name) ?? '');
      } else found.push(node.textContent ?? '');
    }
    return found;
  });
  const words = texts.flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? []);
  return [...new Set(words)].filter((word) => !ALLOWED.has(word));
}
