import { type Clock, systemClock } from 'pg-boss';

/**
 * The time of the process's start and what has passed since. The queue sets its timers by it: by a wall clock that is set
 * back an hour, it would not look for dead workers for an hour.
 */
export const steadyClock: Clock = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
};
