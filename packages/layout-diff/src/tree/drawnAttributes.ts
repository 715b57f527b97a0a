/** Attributes that browsers draw. */
export const drawnAttributes: ReadonlySet<string> = new Set([
  'value',
  'placeholder',
  'type',
  'checked',
  'disabled',
  'open',
  'size',
  'rows',
  'cols',
]);
