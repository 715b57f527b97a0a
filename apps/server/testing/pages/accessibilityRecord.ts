import type { AccessibilityNode, AccessibilityRecord, AccessibilityViolation } from '@svc/layout-diff';

/** The accessibility record of a page with some buttons, as JSON: names by ids. */
export function accessibilityRecord(
  buttons: Readonly<Record<string, string>>,
  violations: Readonly<Record<string, string>> | null = {},
): string {
  const ids = Object.keys(buttons);
  const nodes = [
    { parent: -1, tag: 'html', role: '', name: '', box: [0, 0, 8, 8] },
    ...ids.map((id, place) => ({
      parent: 0,
      tag: 'button',
      role: 'button',
      name: buttons[id] ?? '',
      box: [place, 0, 1, 1],
      testId: id,
      order: place + 1,
    })),
  ] as AccessibilityNode[];
  const broken = Object.entries(violations ?? {}).map(
    ([id, rule]): AccessibilityViolation => ({
      rule,
      impact: 'serious',
      help: `Mind ${rule}`,
      node: ids.indexOf(id) + 1,
    }),
  );
  const record: AccessibilityRecord = {
    version: 1,
    scale: 1,
    origin: [0, 0],
    marks: '',
    nodes,
    violations: violations && broken,
  };
  return JSON.stringify(record);
}
