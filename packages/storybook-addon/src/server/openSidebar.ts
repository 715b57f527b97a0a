import { createRequire } from 'node:module';
import type { StoryStatus } from '../protocol.js';

interface Status {
  value: `status-value:${StoryStatus['value']}`;
  typeId: string;
  storyId: string;
  title: string;
  description: string;
}

/** The statuses of one addon, as Storybook 9 and 10 keep them in the process of the dev server. */
export interface StatusStore {
  set(statuses: Status[]): void;
  unset(storyIds: string[]): void;
}

/**
 * The store of a running dev server. The stores of its windows stay unusable if they have not heard from it one second after
 * the start, but they show what it sends from then on.
 * @param folders where the Storybook that is running may be installed for, the likeliest first
 * @throws Error where no folder has a Storybook
 */
export function statusStoreOf(folders: readonly string[], typeId: string): StatusStore {
  // Storybook 9 runs as CommonJS: `import` would start a second store.
  const require = createRequire(import.meta.url);
  const file = require.resolve('storybook/internal/core-server', { paths: [...folders] });
  return require(file).experimental_getStatusStore(typeId);
}

/** @returns shows the statuses of stories, and no others, in the sidebar of every window */
export function openSidebar(
  store: StatusStore,
  typeId: string,
): (statuses: Record<string, StoryStatus>) => void {
  let shown = new Set<string>();
  return (statuses) => {
    const gone = [...shown].filter((storyId) => !statuses[storyId]);
    if (gone.length > 0) store.unset(gone);
    shown = new Set(Object.keys(statuses));
    if (shown.size === 0) return;
    store.set(
      Object.entries(statuses).map(([storyId, { value, text }]) => ({
        storyId,
        typeId,
        value: `status-value:${value}`,
        title: 'Snapshots',
        description: text,
      })),
    );
  };
}
