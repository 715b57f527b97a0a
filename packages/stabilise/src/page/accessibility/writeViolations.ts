import type { AccessibilityOptions } from './AccessibilitySteps.js';

/** The broken rules as JSON, without those whose elements were not recorded. */
export function writeViolations(
  { violations, steps, limits }: AccessibilityOptions,
  placeOf: (element: Element) => number | undefined,
): string {
  if (!violations) return 'null';
  const { quote } = steps.createTextTable(limits.text);
  let json = '';
  for (let index = 0; index < violations.length && index < limits.violations; index += 1) {
    const { rule, impact, help, path, contrast } = violations[index] ?? { path: [] };
    const element = steps.elementAt(path);
    const node = element ? placeOf(element) : undefined;
    if (node === undefined || !rule || !impact || !help) continue;
    const ratios = contrast ? `,"contrast":{"ratio":${contrast.ratio},"needed":${contrast.needed}}` : '';
    json += `${json && ','}{"rule":${quote(rule)},"impact":${quote(impact)},"help":${quote(help)},"node":${node}${ratios}}`;
  }
  return `[${json}]`;
}
