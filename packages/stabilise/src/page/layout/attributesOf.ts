import type { LayoutSteps, TextTable } from './LayoutSteps.js';

/** What an element says of itself beside its name and classes, as pairs of JSON sorted by name; without passwords and the like. */
export function attributesOf(steps: LayoutSteps, element: Element, texts: TextTable): string {
  const { localName, attributes } = element;
  const isKept =
    /^(alt|checked|disabled|href|open|placeholder|src|srcset|type|value|aria-(?!activedescendant|controls|describedby|details|errormessage|flowto|labelledby|owns)[a-z]+)$/;
  const isField = localName === 'input' || localName === 'textarea' || localName === 'select';
  const values = new Map<string, string>();
  const set = (name: string, value: string) => values.set(name, texts.shorten(texts.withoutOrigin(value)));

  for (let index = 0; index < attributes.length; index += 1) {
    const { name, value } = attributes[index] as Attr;
    const isState = isField && (name === 'value' || name === 'checked');
    if (isKept.test(name) && !isState) set(name, value);
  }
  if (isField) {
    const { type, value, checked, autocomplete } = element as HTMLInputElement;
    const isSecret =
      type === 'password' || type === 'file' || /password|one-time-code|\bcc-/.test(autocomplete ?? '');
    if (type === 'checkbox' || type === 'radio') {
      if (checked) set('checked', '');
    } else if (!isSecret && value) set('value', value);
  }
  const names = steps.sorted(new Set(values.keys()));
  let json = '';
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    json += `${index === 0 ? '' : ','}[${texts.place(name)},${texts.place(values.get(name) ?? '')}]`;
  }
  return json;
}
