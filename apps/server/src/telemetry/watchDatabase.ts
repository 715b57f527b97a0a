import type pg from 'pg';
import type { Registry } from 'prom-client';
import { processRoles } from '../domain/processRoles.js';
import { readDepths } from '../queue/readDepths.js';
import { type Database, ping } from '../store/database.js';
import { readOutboxes } from '../store/operations/readOutboxes.js';
import { readStoredBytes } from '../store/operations/readStoredBytes.js';
import { countProcesses } from '../store/processes/processes.js';
import { gauge } from './gauge.js';
import { remember } from './remember.js';

/** Projects that have a name of their own among those of stored bytes: a metric with a series each must have an end. */
const namedProjects = 50;

/** Milliseconds. Several scrapers, and several gauges of one scrape, share what was read. */
const fresh = { queue: 2_000, bytes: 60_000 };

/**
 * What the database knows: the same in every process of a deployment, so that a dashboard takes the maximum and not the sum. And the
 * connections of this process to it.
 */
export function watchDatabase(registry: Registry, database: Database, pool: pg.Pool): void {
  watchConnections(registry, database, pool);
  const depths = remember(fresh.queue, () => readDepths(database));
  gauge(registry, {
    name: 'svc_queue_jobs',
    help: 'Jobs of the deployment that have not ended.',
    labelNames: ['job', 'state'],
    read: async () =>
      (await depths()).flatMap(({ job, waiting, active }) => [
        { labels: { job, state: 'waiting' }, value: waiting },
        { labels: { job, state: 'active' }, value: active },
      ]),
  });
  gauge(registry, {
    name: 'svc_queue_oldest_job_age_seconds',
    help: 'How long the oldest job has been waiting that could be taken.',
    labelNames: ['job'],
    read: async () => (await depths()).map(({ job, oldest }) => ({ labels: { job }, value: oldest })),
  });
  const outboxes = remember(fresh.queue, () => readOutboxes(database));
  gauge(registry, {
    name: 'svc_outbox_messages',
    help: 'Messages of the deployment to code hosts, chats and people that are due.',
    labelNames: ['kind'],
    read: async () => (await outboxes()).map(({ kind, waiting }) => ({ labels: { kind }, value: waiting })),
  });
  gauge(registry, {
    name: 'svc_outbox_lag_seconds',
    help: 'How long the oldest message has been due.',
    labelNames: ['kind'],
    read: async () => (await outboxes()).map(({ kind, lag }) => ({ labels: { kind }, value: lag })),
  });
  const stored = remember(fresh.bytes, () => readStoredBytes(database, namedProjects));
  gauge(registry, {
    name: 'svc_stored_bytes',
    help: `Bytes that projects keep; those that are not among the ${namedProjects} largest are "other".`,
    labelNames: ['project', 'kind'],
    read: async () =>
      (await stored()).flatMap(({ project, images, builds }) => [
        { labels: { project, kind: 'images' }, value: images },
        { labels: { project, kind: 'builds' }, value: builds },
      ]),
  });
  gauge(registry, {
    name: 'svc_processes',
    help: 'Processes of the deployment that are alive, by role.',
    labelNames: ['role'],
    read: () =>
      Promise.all(
        processRoles.map(async (role) => ({ labels: { role }, value: await countProcesses(database, role) })),
      ),
  });
}

function watchConnections(registry: Registry, database: Database, pool: pg.Pool): void {
  gauge(registry, {
    name: 'svc_database_up',
    help: 'Whether the database answers.',
    read: async () => [
      {
        value: await ping(database).then(
          () => 1,
          () => 0,
        ),
      },
    ],
  });
  gauge(registry, {
    name: 'svc_database_connections',
    help: 'Connections of this process to the database.',
    labelNames: ['state'],
    read: async () => [
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    ],
  });
  gauge(registry, {
    name: 'svc_database_waiting_requests',
    help: 'Parts of this process that wait for a connection.',
    read: async () => [{ value: pool.waitingCount }],
  });
}
