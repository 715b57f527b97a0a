import type { AccessibilitySteps } from './AccessibilitySteps.js';

/** The accessible name of an element: what labels it, and for roles that have it so, what is inside it. */
export function accessibleName(steps: AccessibilitySteps, element: Element, role: string): string {
  const isNamedByContent =
    /^(button|cell|checkbox|columnheader|heading|link|menuitem|menuitemcheckbox|menuitemradio|option|radio|rowheader|switch|tab|tooltip|treeitem)$/;
  const isPublic = (other: Element | null): other is Element =>
    other !== null && !other.closest('[data-svc-private]');
  const ids = element.getAttribute('aria-labelledby');
  if (ids) {
    const root = element.getRootNode() as Document | ShadowRoot;
    const list = ids.trim().split(/\s+/);
    let name = '';
    for (let index = 0; index < list.length; index += 1) {
      const other = root.getElementById?.(list[index] ?? '') ?? null;
      if (isPublic(other)) name += `${other.getAttribute('aria-label') || steps.contentName(steps, other)} `;
    }
    if (name.trim() !== '') return name;
  }
  const said = element.getAttribute('aria-label') || element.getAttribute('alt');
  if (said?.trim()) return said;
  const { labels, type, value } = element as HTMLInputElement;
  if (labels && labels.length > 0) {
    let name = '';
    for (let index = 0; index < labels.length; index += 1) {
      const label = labels[index] ?? null;
      if (isPublic(label)) name += `${steps.contentName(steps, label)} `;
    }
    if (name.trim() !== '') return name;
  }
  const { localName } = element;
  if (localName === 'input' && /^(button|reset|submit)$/.test(type)) return value || type;
  const titles: Record<string, string> = {
    fieldset: ':scope > legend',
    figure: ':scope > figcaption',
    svg: ':scope > title',
    table: ':scope > caption',
  };
  const title = titles[localName];
  const titled = title ? element.querySelector(title) : null;
  if (isPublic(titled)) return steps.contentName(steps, titled);
  const content = isNamedByContent.test(role) ? steps.contentName(steps, element) : '';
  if (content.trim() !== '') return content;
  return element.getAttribute('title') || element.getAttribute('placeholder') || '';
}
