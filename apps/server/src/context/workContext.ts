import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What something is done for: of a request its id, of a job also which job it is and what it is about, such as `captureId`. Of a
 * span `traceId`, `spanId` and `traceFlags`, as W3C's Trace Context writes them.
 */
export type WorkContext = Readonly<Record<string, string>>;

const storage = new AsyncLocalStorage<WorkContext>();

/** Does something for somebody: whatever is logged meanwhile says so. What is known already stays known. */
export const inContext = <T>(context: WorkContext, act: () => T): T =>
  storage.run({ ...storage.getStore(), ...context }, act);

export const currentContext = (): WorkContext => storage.getStore() ?? {};

/** Does things later as if they were done here, no matter from where they are called. */
export function keepContext(): <T>(act: () => T) => T {
  const here = currentContext();
  return (act) => storage.run(here, act);
}
