import type { DocumentKit } from '../DocumentKit.js';
import type { Host, LayoutMemory, LayoutOptions, Spot, Uses } from './LayoutSteps.js';

/**
 * How the page is laid out, as the JSON of a layout record. It changes nothing, begins to load nothing, and gives the same for
 * the same page.
 */
export function recordLayout(options: LayoutOptions, memory: LayoutMemory): string {
  const { scale, clip, limits, steps } = options;
  const kit = window.svcDocumentKit as DocumentKit | undefined;
  const now = kit?.now ?? performance.now.bind(performance);
  const styleOf = kit?.styleOf ?? window.getComputedStyle.bind(window);
  const shadowOf = (element: Element): ShadowRoot | null =>
    element.ownerDocument.defaultView?.svcDocumentKit?.shadowOf(element) ?? element.shadowRoot;
  /** Clocks are read now and then. */
  const nodesPerLook = 32;

  const end = now() + limits.milliseconds;
  const texts = steps.createTextTable(limits.text);
  const writer = steps.createNodeWriter(options, texts);
  const hosts: Host[] = [];
  const roots: (Document | ShadowRoot)[] = [];
  const inline: Uses = new Map();

  const partial = (): 'nodes' | 'bytes' | 'time' | null => {
    if (writer.count() >= limits.nodes) return 'nodes';
    if (texts.size() + writer.size() > limits.characters) return 'bytes';
    return writer.count() % nodesPerLook === 0 && now() > end ? 'time' : null;
  };

  /** What is below a node once it is recorded; nothing where it is not rendered. */
  function record(spot: Spot): Spot[] {
    const { element, pseudo, parent } = spot;
    const style = styleOf(element, pseudo || null);
    const display = style.getPropertyValue('display');
    if (display === 'none') return [];
    if (pseudo !== '') {
      const content = style.getPropertyValue('content');
      if (content !== 'none' && content !== 'normal' && content !== '') writer.add(spot, style);
      return [];
    }
    // A slot has no box, and hands down the styles of what is around it.
    const isSlot = display === 'contents' && element.localName === 'slot';
    const place = isSlot ? parent : writer.add(spot, style);
    if (place === null) return [];
    const { ownerDocument } = element;
    if (element === ownerDocument.documentElement) roots[roots.length] = ownerDocument;
    steps.noteInlineUses(steps, element, inline);
    const root = shadowOf(element);
    if (root) {
      hosts[hosts.length] = { host: element, root };
      roots[roots.length] = root;
    }
    return steps.spotsIn(steps, spot, { place, display, root });
  }

  const { documentElement } = document;
  const { scrollX: left, scrollY: top } = window;
  const waiting: Spot[] = [
    {
      element: documentElement,
      pseudo: '',
      parent: -1,
      placement: { left, top, scaleX: 1, scaleY: 1 },
      isPrivate: documentElement.hasAttribute('data-svc-private'),
      isItem: false,
    },
  ];
  let cut: ReturnType<typeof partial> = null;
  while (waiting.length > 0 && cut === null) {
    const spot = waiting[waiting.length - 1] as Spot;
    waiting.length -= 1;
    const below = record(spot);
    for (let index = below.length - 1; index >= 0; index -= 1) waiting[waiting.length] = below[index] as Spot;
    if (waiting.length > 0) cut = partial();
  }

  const fonts = steps.listFonts(steps, texts, writer.stacks, memory);
  const tokens = steps.listTokens(steps, styleOf, hosts, texts, memory);
  // Elements that are left out may set other properties.
  const uses = cut ? 'null' : steps.listUses(steps, tokens.names, { roots, inline }, texts, memory);
  const { x, y, width, height } = clip;
  return `{"version":1,${cut ? `"partial":"${cut}",` : ''}"scale":${scale},"origin":[${x},${y}],"size":[${width},${height}],"strings":${texts.json()},"styles":${writer.styles()},"customProperties":${tokens.json},${uses === 'null' ? '' : `"customPropertyUses":${uses},`}"fonts":${fonts},"nodes":${writer.nodes()}}`;
}
