import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Members of a list beyond these are made like those before them, and axe takes its time for each. */
const MORE_OF_THE_SAME = 'li:nth-child(n + 5)';

/** What axe finds on the screen, in one line for each rule. */
export async function findAccessibilityViolations(page: Page, name = page.url()): Promise<string[]> {
  // Colours are judged at rest: dialogs and alerts come in with a short movement.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const isEndless = effect?.getComputedTiming().iterations === Infinity;
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
