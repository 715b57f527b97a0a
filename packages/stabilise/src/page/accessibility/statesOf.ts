/** The states of an element that assistive technology tells, sorted by name. */
export function statesOf(element: Element, role: string): [name: string, value: string][] {
  const names = [
    'busy',
    'checked',
    'current',
    'disabled',
    'expanded',
    'haspopup',
    'invalid',
    'level',
    'live',
    'modal',
    'multiselectable',
    'orientation',
    'pressed',
    'readonly',
    'required',
    'selected',
    'sort',
  ];
  const field = element as HTMLInputElement & HTMLDetailsElement & HTMLOptionElement;
  const { localName } = element;
  const native: Record<string, string | false | undefined> = {
    checked:
      (field.type === 'checkbox' || field.type === 'radio') &&
      (field.indeterminate ? 'mixed' : `${field.checked}`),
    disabled: element.matches(':disabled') && 'true',
    expanded:
      localName === 'summary' &&
      element.parentElement?.localName === 'details' &&
      `${element.parentElement.hasAttribute('open')}`,
    level: role === 'heading' && /^h[1-6]$/.test(localName) && localName.slice(1),
    readonly: field.readOnly === true && 'true',
    required: field.required === true && 'true',
    selected: localName === 'option' && field.selected && 'true',
  };
  const states: [string, string][] = [];
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const value = element.getAttribute(`aria-${name}`) || native[name];
    // What is not the case is as good as not said, but for states that can be changed.
    const isDefault = value === 'false' && !/^(checked|expanded|pressed|selected)$/.test(name);
    if (typeof value === 'string' && !isDefault) states[states.length] = [name, value];
  }
  return states;
}
