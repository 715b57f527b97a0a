import type { AccessibilitySteps } from './AccessibilitySteps.js';

/** What an element is to assistive technology: its `role`, or that of its tag; empty for a generic element. */
export function roleOf(steps: AccessibilitySteps, element: Element): string {
  const given = (element.getAttribute('role') ?? '').trim().split(/\s+/)[0]?.toLowerCase() ?? '';
  if (given === 'none' || given === 'presentation') return '';
  if (given !== '') return given;
  const { localName } = element;
  const has = (name: string) => element.hasAttribute(name);
  const isNamed = has('aria-label') || has('aria-labelledby') || has('title');
  const isOfPage = () => !element.closest('article, aside, main, nav, section');
  const inputs: Record<string, string> = {
    button: 'button',
    checkbox: 'checkbox',
    hidden: '',
    image: 'button',
    number: 'spinbutton',
    radio: 'radio',
    range: 'slider',
    reset: 'button',
    search: 'searchbox',
    submit: 'button',
  };
  switch (localName) {
    case 'a':
    case 'area':
      return has('href') ? 'link' : '';
    case 'footer':
      return isOfPage() ? 'contentinfo' : '';
    case 'header':
      return isOfPage() ? 'banner' : '';
    case 'form':
      return isNamed ? 'form' : '';
    case 'section':
      return isNamed ? 'region' : '';
    case 'img':
      return element.getAttribute('alt') === '' && !isNamed ? '' : 'img';
    case 'svg':
      return isNamed || element.querySelector(':scope > title') ? 'img' : '';
    case 'input': {
      const { type } = element as HTMLInputElement;
      const role = inputs[type] ?? 'textbox';
      return role === 'textbox' && has('list') ? 'combobox' : role;
    }
    case 'select': {
      const { multiple, size } = element as HTMLSelectElement;
      return multiple || size > 1 ? 'listbox' : 'combobox';
    }
    case 'th':
      return element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader';
    default:
      return steps.roleOfTag(localName);
  }
}
