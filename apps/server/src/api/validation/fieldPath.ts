/** The place of a field as JavaScript would write it: `targets[3].url`; empty for the whole. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[A-Za-z_$][\w$-]*$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(String(key))}]`;
    })
    .join('')
    .replace(/^\./, '');
