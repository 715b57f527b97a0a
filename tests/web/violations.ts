import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds serious or critical on a page, one line a rule. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated over the protocol, so that the policy of the page stays as strict as it is.
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
