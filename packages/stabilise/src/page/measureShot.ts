import type {} from './DocumentKit.js';
import type { Measure, Rectangle, WantedShot } from './PageSteps.js';

/** What to shoot, in CSS pixels from the top left of the document. */
export function measureShot({ selector, cropToViewport, ignore }: WantedShot): Measure {
  const root = document.documentElement;
  const viewport = { width: window.innerWidth, height: window.innerHeight };
  const page = cropToViewport
    ? { x: window.scrollX, y: window.scrollY, ...viewport }
    : {
        x: 0,
        y: 0,
        width: Math.max(root.scrollWidth, root.clientWidth),
        height: Math.max(root.scrollHeight, root.clientHeight),
      };
  const selectors = ignore.filter((place) => typeof place === 'string');
  for (const one of selectors) {
    try {
      document.createDocumentFragment().querySelector(one);
    } catch {
      return { ok: false, problem: 'bad ignore', selector: one };
    }
  }
  const measured = (clip: Rectangle): Measure => ({
    ok: true,
    clip,
    viewport,
    ignored: [
      ...window.svcDocumentKit.steps.measureIgnored(selectors),
      ...ignore.flatMap((place) =>
        typeof place === 'string' ? [] : [{ ...place, x: clip.x + place.x, y: clip.y + place.y }],
      ),
    ],
  });
  if (selector === null) return measured(page);

  let element: Element | null;
  try {
    element = document.querySelector(selector);
  } catch {
    return { ok: false, problem: 'bad selector' };
  }
  if (!element) return { ok: false, problem: 'no match' };
  const box = element.getBoundingClientRect();
  const left = Math.max(page.x, Math.floor(box.left + window.scrollX));
  const top = Math.max(page.y, Math.floor(box.top + window.scrollY));
  const right = Math.min(page.x + page.width, Math.ceil(box.right + window.scrollX));
  const bottom = Math.min(page.y + page.height, Math.ceil(box.bottom + window.scrollY));
  if (right <= left || bottom <= top) return { ok: false, problem: 'no size' };
  return measured({ x: left, y: top, width: right - left, height: bottom - top });
}
