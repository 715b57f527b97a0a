import type { Stabilise } from '@svc/stabilise';

/** Every step unless told otherwise: stories stand in no relation to a backend, and look as in a capture with all of them. */
export function storySteps(given: Stabilise | undefined): Stabilise {
  if (given === false) return false;
  const steps = { clock: true, identifiers: true };
  return typeof given === 'object' ? { ...steps, ...given } : steps;
}
