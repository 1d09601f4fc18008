import type { Page } from '@playwright/test';

/** Lists the visible texts of a page's content that have no opaque surface between them and the letters of the background. */
export const listBareTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const isOpaque = ({ backgroundColor }: CSSStyleDeclaration): boolean => {
      const [, , , opacity = '1'] = backgroundColor.match(/[\d.]+/g) ?? [];
      return opacity === '1';
    };
    const isBare = (element: Element | null): boolean =>
      element === null || element === main || (!isOpaque(getComputedStyle(element)) && isBare(element.parentElement));
    return [...(main?.querySelectorAll('h1, h2, h3, p, button, a') ?? [])]
      .filter(
        (element) =>
          element.checkVisibility() &&
          element.getBoundingClientRect().height > 1 &&
          element.textContent.trim() !== '' &&
          isBare(element),
      )
      .map((element) => element.textContent.trim());
  });
