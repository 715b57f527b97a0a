import type { Fleet } from '../domain/captures/Fleet.js';

/** Receives what a fleet does. */
export interface FleetMeasures {
  /** @param phase such as `load` or `settle` */
  phase(phase: string, seconds: number): void;
  outcome(outcome: 'captured' | 'unstable' | 'failed'): void;
}

/** A fleet whose outcomes are counted, and whose phases are timed. */
export const measureFleet = (fleet: Fleet, measures: FleetMeasures): Fleet => ({
  ...fleet,
  capture: (targets, options) =>
    fleet.capture(targets, {
      ...options,
      async onOutcome(index, outcome) {
        if (outcome.ok) {
          for (const [phase, milliseconds] of Object.entries(outcome.timings))
            measures.phase(phase, milliseconds / 1_000);
          measures.outcome(outcome.unstable ? 'unstable' : 'captured');
        } else measures.outcome('failed');
        await options.onOutcome(index, outcome);
      },
    }),
});
