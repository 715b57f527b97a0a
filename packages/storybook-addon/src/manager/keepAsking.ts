import type { API } from 'storybook/manager-api';
import { events } from '../protocol.js';

/** Milliseconds from one question to the next, while the window is seen. */
const period = 15_000;

/** Has the server half read the newest build while somebody looks, whether or not the panel is open. */
export function keepAsking(api: API): void {
  const ask = () => {
    if (document.visibilityState === 'visible') api.emit(events.look, { storyId: null });
  };
  ask();
  setInterval(ask, period);
  document.addEventListener('visibilitychange', ask);
}
