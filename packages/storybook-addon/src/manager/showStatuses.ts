import { type API, experimental_getStatusStore } from 'storybook/manager-api';
import { type AddonState, events } from '../protocol.js';

/** Milliseconds from one question to the next, while the window is seen. */
const period = 15_000;

/**
 * Keeps the statuses of the sidebar as the server half tells them, and asks it while somebody looks.
 * @param onSelect called when somebody opens a status
 */
export function showStatuses(api: API, typeId: string, onSelect: () => void): void {
  const store = experimental_getStatusStore(typeId);
  store.onSelect(onSelect);
  let shown = new Set<string>();
  api.on(events.state, ({ statuses }: AddonState) => {
    const gone = [...shown].filter((storyId) => !statuses[storyId]);
    if (gone.length > 0) store.unset(gone);
    shown = new Set(Object.keys(statuses));
    store.set(
      Object.entries(statuses).map(([storyId, { value, text }]) => ({
        storyId,
        typeId,
        value: `status-value:${value}`,
        title: 'Snapshots',
        description: text,
      })),
    );
  });
  const ask = () => {
    if (document.visibilityState === 'visible') api.emit(events.look, { storyId: null });
  };
  ask();
  setInterval(ask, period);
  document.addEventListener('visibilitychange', ask);
}
