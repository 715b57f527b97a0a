import type { DocumentKit } from '../DocumentKit.js';
import type { AccessibilityOptions, Stop } from './AccessibilitySteps.js';

/**
 * What the page says to assistive technology, as the JSON of an accessibility record. It changes nothing, begins to load nothing,
 * and gives the same for the same page.
 */
export function recordAccessibility(options: AccessibilityOptions): string {
  const { scale, clip, limits, violations, steps } = options;
  const kit = window.svcDocumentKit as DocumentKit | undefined;
  const now = kit?.now ?? performance.now.bind(performance);
  const styleOf = kit?.styleOf ?? window.getComputedStyle.bind(window);
  const shadowOf = (element: Element): ShadowRoot | null =>
    element.ownerDocument.defaultView?.svcDocumentKit?.shadowOf(element) ?? element.shadowRoot;
  const { hashOf } = steps.createTextTable(limits.text);
  const marks = steps.createMarks(hashOf);
  const end = now() + limits.milliseconds;
  const elementsPerLook = 32;
  const heads: { json: string; element: Element }[] = [];
  const places = new Map<Element, number>();
  const focusable: Element[] = [];
  const broken = new Set<Element>();
  for (let index = 0; index < (violations?.length ?? 0); index += 1) {
    const element = steps.elementAt(violations?.[index]?.path ?? []);
    if (element) broken.add(element);
  }

  let visited = 0;
  function add(stop: Stop, role: string): number {
    places.set(stop.element, heads.length);
    heads[heads.length] = { json: steps.describeStop(options, stop, role), element: stop.element };
    return heads.length - 1;
  }

  /** What is below an element once it is recorded; nothing where it is not rendered. */
  function visit(stop: Stop): Stop[] {
    const { element } = stop;
    const style = styleOf(element, null);
    if (style.getPropertyValue('display') === 'none') return [];
    const isShown = style.getPropertyValue('visibility') === 'visible';
    const isHidden =
      stop.isHidden || element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert');
    marks.add(element);
    const role = isHidden || !isShown ? '' : steps.roleOf(steps, element);
    const isReached = isShown && !stop.isPrivate && steps.isFocusable(element);
    if (isReached) focusable[focusable.length] = element;
    const isNode =
      stop.parent === -1 ||
      role !== '' ||
      isReached ||
      broken.has(element) ||
      (isShown && /\S/.test(steps.textOf(element)));
    const place = isNode ? add(stop, role) : stop.parent;
    return steps.stopsBelow(steps, stop, { place, isHidden, root: shadowOf(element) });
  }

  const { documentElement } = document;
  const waiting: Stop[] = [
    {
      element: documentElement,
      parent: -1,
      placement: { left: window.scrollX, top: window.scrollY, scaleX: 1, scaleY: 1 },
      isPrivate: documentElement.hasAttribute('data-svc-private'),
      isHidden: false,
    },
  ];
  let cut: 'nodes' | 'time' | null = null;
  while (waiting.length > 0 && cut === null) {
    const stop = waiting[waiting.length - 1] as Stop;
    waiting.length -= 1;
    const below = visit(stop);
    for (let index = below.length - 1; index >= 0; index -= 1) waiting[waiting.length] = below[index] as Stop;
    visited += 1;
    if (waiting.length > 0 && heads.length >= limits.nodes) cut = 'nodes';
    else if (waiting.length > 0 && visited % elementsPerLook === 0 && now() > end) cut = 'time';
  }

  const order = steps.tabOrderOf(focusable);
  let nodes = '';
  for (let index = 0; index < heads.length; index += 1) {
    const { json, element } = heads[index] as { json: string; element: Element };
    const at = order.get(element);
    nodes += `${nodes && ','}{${json}${at === undefined ? '' : `,"order":${at}`}}`;
  }
  const told = steps.writeViolations(options, (element) => places.get(element));
  return `{"version":1,${cut ? `"partial":"${cut}",` : ''}"scale":${scale},"origin":[${clip.x},${clip.y}],"marks":"${marks.hash()}","nodes":[${nodes}],"violations":${told}}`;
}
