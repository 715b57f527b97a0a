import type { FoundViolation } from './AccessibilitySteps.js';

/** As much of axe-core as is used. */
interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{
    violations: {
      id: string;
      impact?: string | null;
      help: string;
      nodes: {
        impact?: string | null;
        element?: Element;
        any: { data?: { contrastRatio?: number; expectedContrastRatio?: string } | null }[];
      }[];
    }[];
  }>;
}

/**
 * The rules of WCAG levels A and AA that the page breaks, as axe-core finds them. It runs in a world of its own, where axe-core
 * is and the page's scripts are not; frames are left out.
 */
export async function findViolations(): Promise<FoundViolation[]> {
  const { axe } = globalThis as unknown as { axe: Axe };
  const pathOf = (element: Element): number[] => {
    const path: number[] = [];
    for (let at: Element = element; ; ) {
      const above = at.parentNode as Element | ShadowRoot | Document | null;
      if (!above || above === document) return path;
      path.unshift(Array.prototype.indexOf.call(above.children, at));
      if (above.nodeType === Node.DOCUMENT_FRAGMENT_NODE) path.unshift(-1);
      at = (above as ShadowRoot).host ?? above;
    }
  };
  // Storybook's own screens lie hidden beside the story, often with more elements than it has. axe-core looks at each of them for each
  // rule unless it never meets them. The list is of this world: the page's scripts see all of its body.
  const isHiddenScreen = (node: Node) =>
    node instanceof Element && node.matches('.sb-wrapper') && !node.checkVisibility();
  // A drawing of its own has no body.
  const { body } = document as { body: HTMLElement | null };
  const met = body && [...body.childNodes].filter((node) => !isHiddenScreen(node));
  if (met) Object.defineProperty(body, 'childNodes', { configurable: true, value: met });
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    resultTypes: ['violations'],
    elementRef: true,
    iframes: false,
    // It would read all style sheets, for rules that are not among these.
    preload: { assets: ['media'], timeout: 1_000 },
    selectors: false,
  });
  if (body) Reflect.deleteProperty(body, 'childNodes');
  return violations.flatMap(({ id: rule, impact, help, nodes }) =>
    nodes.flatMap((node): FoundViolation[] => {
      if (!node.element) return [];
      const found = {
        rule,
        impact: node.impact ?? impact ?? 'moderate',
        help,
        path: pathOf(node.element),
      };
      const data = node.any.find((check) => typeof check.data?.contrastRatio === 'number')?.data;
      if (!data?.contrastRatio) return [found];
      const needed = Number.parseFloat(data.expectedContrastRatio ?? '') || 4.5;
      return [{ ...found, contrast: { ratio: data.contrastRatio, needed } }];
    }),
  );
}
