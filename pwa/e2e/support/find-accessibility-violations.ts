import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Further items of a list repeat the first ones, and axe is slow for each. */
const MORE_OF_THE_SAME = 'li:nth-child(n + 5)';

/** Lists violations of axe on the current screen, one line per rule. */
export async function findAccessibilityViolations(page: Page, name = page.url()): Promise<string[]> {
  // Contrast can be measured only after dialogs and alerts have appeared. Endless and scroll-driven animations never finish.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState, timeline }) => {
      const isEndless = effect?.getComputedTiming().iterations === Infinity || !(timeline instanceof DocumentTimeline);
      return isEndless || playState === 'finished' || playState === 'paused';
    }),
  );
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .exclude(MORE_OF_THE_SAME)
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${name}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
