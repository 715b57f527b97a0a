import { memo } from 'react';
import { Icon } from '../../../ui/Icon.js';
import { countText } from '../../../words/countText.js';
import type { FolderLine } from './listRows.js';

/** CSS pixels, with the gap to the next row. */
export const folderHeight = 36;

interface Props {
  row: FolderLine;
  index: number;
  /** Offset from the start of the list in CSS pixels. */
  top: number;
  onToggle: (index: number) => void;
}

/** A part of the path, how much is in it, and how much of that waits for a decision. */
export const FolderRow = memo(function FolderRow({ row, index, top, onToggle }: Props) {
  const { title, depth, isOpen, count, pending, among } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the page open and close; the tree has the focus
    <div
      id={`result-${index}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-setsize={among.size}
      aria-posinset={among.position}
      aria-expanded={isOpen}
      aria-selected={false}
      title={title}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onToggle(index)}
      className="absolute inset-x-0 flex h-8 cursor-pointer items-center gap-1.5 rounded-lg pr-2.5 text-sm hover:bg-canvas"
      style={{ top, paddingLeft: 6 + depth * indent }}
    >
      <Icon name="down" size={12} className={`text-muted ${isOpen ? '' : '-rotate-90'}`} />
      <bdi className="min-w-0 flex-1 truncate font-medium">{title.replaceAll('/', ' / ')}</bdi>
      <span className="shrink-0 text-muted text-xs tabular-nums">{pendingWords(pending, count)}</span>
    </div>
  );
});

function pendingWords(pending: number, count: number): string {
  if (pending === 0) return String(count);
  return pending === count
    ? `${countText(count)} pending`
    : `${countText(pending)} of ${countText(count)} pending`;
}

/** CSS pixels for each folder that something is in. */
export const indent = 12;
