/** Runs in the page. */
interface Page {
  document: {
    documentElement: { append(element: unknown): void };
    createElement(name: string): {
      style: { cssText: string };
      setAttribute(name: string, value: string): void;
    };
    querySelectorAll(selector: string): Iterable<{
      getBoundingClientRect(): { left: number; top: number; width: number; height: number };
      remove(): void;
    }>;
  };
  scrollX: number;
  scrollY: number;
}

const attribute = 'data-svc-mask';

/** As text in the page: uses nothing from outside itself. */
function cover(page: Page, selectors: string[], mark: string): void {
  const { document, scrollX, scrollY } = page;
  const boxes = selectors.flatMap((selector) =>
    [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()),
  );
  for (const { left, top, width, height } of boxes) {
    const box = document.createElement('div');
    box.setAttribute(mark, '');
    box.style.cssText = `all: initial; position: absolute; left: ${left + scrollX}px; top: ${top + scrollY}px;
      width: ${width}px; height: ${height}px; background: #f0f; z-index: 2147483647; pointer-events: none;`;
    document.documentElement.append(box);
  }
}

/** An expression that covers what the selectors match, in the color that Playwright masks with. */
export const maskScript = (selectors: readonly string[]): string =>
  `(${cover.toString()})(window, ${JSON.stringify(selectors)}, ${JSON.stringify(attribute)})`;

/** An expression that removes what `maskScript` has put there. */
export const unmaskScript = `document.querySelectorAll('[${attribute}]').forEach((box) => box.remove())`;
