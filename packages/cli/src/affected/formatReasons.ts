import { countText } from '../output/countText.js';
import type { Choice } from './chooseAffected.js';

/** Lines that are printed: `--list` has all of them. */
const mostLines = 40;

/** `  Button: src/Button.css changed`, one line for what the targets of a title have in common. */
export function formatReasons({ targets, reasons }: Pick<Choice, 'targets' | 'reasons'>): string[] {
  const counts = new Map<string, number>();
  for (const target of targets) {
    const title = target.target.path?.slice(0, -1).join('/') || target.storyName;
    const line = `  ${title}: ${reasons.get(target)}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) =>
    count === 1 ? line : `${line} (${countText(count, 'target')})`,
  );
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), `  … and ${lines.length - mostLines} more; --list shows all of them`];
}
