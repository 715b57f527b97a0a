// biome-ignore-all lint/style/useNamingConvention: names of Prometheus have underscores.
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Answered } from '../api/createApp.js';
import type { LocalFleet } from '../capture/createFleet.js';
import type { Fleet } from '../domain/captures/Fleet.js';
import type { Measures } from '../domain/Measures.js';
import { serviceVersion } from '../service/serviceVersion.js';
import { gauge } from './gauge.js';
import { measureFleet } from './measureFleet.js';

export interface Metrics {
  registry: Registry;
  measures: Measures;
  answered(request: Answered): void;
  /** A fleet whose outcomes are counted and timed, and whose browsers are. */
  measureFleet(fleet: LocalFleet): Fleet;
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const phaseSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What this process counts. Of Node itself: CPU, memory, garbage collection, and the delay of the event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  gauge(registry, {
    name: 'svc_build_info',
    help: 'Always 1; its label is the version of the service.',
    labelNames: ['version'],
    read: async () => [{ labels: { version: serviceVersion }, value: 1 }],
  });
  const registers = [registry];
  const requests = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const phases = new Histogram({
    name: 'svc_capture_phase_duration_seconds',
    help: 'Time that one part of capturing a page or story took.',
    labelNames: ['phase'],
    buckets: phaseSeconds,
    registers,
  });
  const targets = new Counter({
    name: 'svc_capture_targets_total',
    help: 'Pages and stories of captures by outcome; "proven" ones needed no browser.',
    labelNames: ['outcome'],
    registers,
  });
  const comparisons = new Counter({
    name: 'svc_image_comparisons_total',
    help: 'Comparisons of two images; "known" ones had been made before.',
    labelNames: ['source'],
    registers,
  });
  const decisions = new Counter({
    name: 'svc_decisions_total',
    help: 'Results that were approved, rejected or revoked by people and keys.',
    labelNames: ['decision'],
    registers,
  });
  for (const outcome of ['captured', 'unstable', 'failed', 'proven']) targets.inc({ outcome }, 0);
  for (const source of ['known', 'computed']) comparisons.inc({ source }, 0);
  for (const decision of ['approved', 'rejected', 'revoked']) decisions.inc({ decision }, 0);
  return {
    registry,
    answered: ({ route, method, status, seconds }) => requests.observe({ method, route, status }, seconds),
    measureFleet(fleet) {
      watchBrowsers(registry, fleet);
      return measureFleet(fleet, {
        phase: (phase, seconds) => phases.observe({ phase }, seconds),
        outcome: (outcome) => targets.inc({ outcome }),
      });
    },
    measures: {
      decided: (decision, count) => decisions.inc({ decision }, count),
      compared: (source, count) => comparisons.inc({ source }, count),
      proven: (count) => targets.inc({ outcome: 'proven' }, count),
    },
  };
}

function watchBrowsers(registry: Registry, fleet: LocalFleet): void {
  gauge(registry, {
    name: 'svc_browsers',
    help: 'Browsers of this process that run.',
    read: async () => [{ value: (await fleet.inUse()).browsers }],
  });
  gauge(registry, {
    name: 'svc_browser_pages',
    help: 'Pages of this process that can capture at the same time.',
    labelNames: ['state'],
    read: async () => {
      const { busyPages, freePages } = await fleet.inUse();
      return [
        { labels: { state: 'busy' }, value: busyPages },
        { labels: { state: 'free' }, value: freePages },
      ];
    },
  });
}
