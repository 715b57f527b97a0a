import * as wire from '@svc/schema';
import { expect } from 'vitest';
import type { Row, Section } from './Row.js';
import { typeText } from './typeText.js';

const { approvalStatus, captureStatus, diffStatus, resultStatus, siteStatus } = wire;
const names = new Map<unknown, string>([
  [wire.snapshot, 'Snapshot'],
  [wire.diffResult, 'DiffResult'],
  [wire.storyParameters, 'StoryParameters'],
  [wire.viewport, 'Viewport'],
  [captureStatus, 'Capture.status'],
  [diffStatus, 'Diff.status'],
  [siteStatus, 'Site.status'],
  [resultStatus, 'DiffResult.status'],
  [approvalStatus, 'approvalStatus'],
]);

interface Shape {
  shape: Record<string, { isOptional(): boolean }>;
}

/** `field: type` each, `field?: type` where it may be missing. */
function fieldsOf(record: string, { shape }: Shape, fields: string[]): Row[] {
  return fields.map((line) => {
    const [, field = '', optional = '', type = ''] = /^(\w+)(\??): (.*)$/.exec(line) ?? [];
    return {
      cells: [record, field, type, optional ? 'no' : 'yes'],
      check: () => {
        const schema = shape[field];
        expect(Object.keys(shape)).toContain(field);
        expect(names.get(schema) ?? typeText(schema, names)).toBe(type);
        expect(schema?.isOptional()).toBe(optional === '?');
      },
    };
  });
}

const completedDiff = wire.completedSession.shape.diffs.element;

export const records: Section = {
  title: 'Records',
  text:
    'As the SDK shows them and JSON carries them, read from the schemas that the service validates with; the types of the ' +
    'SDK are proven equal to these when it is compiled. Records have more fields than these, which `/docs/api` of a service ' +
    'describes.',
  columns: ['record', 'field', 'type', 'always there'],
  rows: [
    ...fieldsOf('Capture', wire.capture, [
      'id: string',
      'suite: string',
      'branch: string | null',
      'commit: string | null',
      'status: Capture.status',
      'snapshots: Snapshot[]',
      'totalSnapshots: number',
      'completedSnapshots: number',
      'failedSnapshots: number',
      'partial: boolean',
      'ephemeral: boolean',
      'autoApprove: boolean',
      'createdAt: string',
    ]),
    ...fieldsOf('Snapshot', wire.snapshot, ['name: string', 'viewport: Viewport | null', 'imageUrl: string']),
    ...fieldsOf('Viewport', wire.viewport, ['width: number', 'height: number']),
    ...fieldsOf('Diff', wire.diff, [
      'id: string',
      'suite: string',
      'status: Diff.status',
      'headCaptureId: string',
      'baseCaptureId: string | null',
      'baselineRef: string | null',
      'isStale: boolean',
      'targetRefs: string[] | null',
      'isLocal: boolean',
      'results: DiffResult[]',
      'reviewUrl: string | null',
      'createdAt: string',
    ]),
    ...fieldsOf('DiffResult', wire.diffResult, [
      'name: string',
      'viewport: Viewport | null',
      'status: DiffResult.status',
      'diffPercentage: number | null',
      'diffImageUrl: string | null',
      'currentImageUrl: string',
      'baselineImageUrl: string | null',
      'headHash: string | null',
      'approvalStatus: approvalStatus',
      'baselineSource: string | null',
    ]),
    ...fieldsOf('SnapshotDiffResult', wire.snapshotDiffResult, [
      'name: string',
      'suite: string',
      "status: 'new' | 'changed' | 'unchanged'",
      'diffPercentage: number | null',
      'diffId: string',
      'captureId: string',
      'currentStorageKey: string | null',
      'baselineStorageKey: string | null',
      'diffStorageKey: string | null',
      'path: string[] | null',
      'approvalStatus: approvalStatus',
      'baselineSource: string | null',
    ]),
    ...fieldsOf('CaptureTarget', wire.captureTarget, [
      'name: string',
      'url: string',
      'selector?: string',
      'viewport?: Viewport',
      "framework?: 'stories-a'",
      'delay?: number',
      'cropToViewport?: boolean',
      'ignoreSelectors?: string[]',
      'path?: string[]',
      'metadata?: Record<string, unknown>',
    ]),
    ...fieldsOf('Site', wire.site, [
      'id: string',
      'project: string',
      'status: Site.status',
      'fileCount: number',
      'totalBytes: number',
      'cdnUrl: string',
      'createdAt: string',
      'error: string | null',
    ]),
    ...fieldsOf('StoryEntry', wire.storyEntry, [
      'url: string',
      'name: string',
      'id?: string',
      'title?: string',
      'tags?: string[]',
      'parameters?: StoryParameters',
    ]),
    ...fieldsOf('StoryParameters', wire.storyParameters, [
      'delay?: number',
      'modes?: Record<string, Record<string, unknown>>',
      'viewports?: number[]',
      'disable?: boolean',
      'selector?: string',
      'cropToViewport?: boolean',
      'ignoreSelectors?: string[]',
      'diffThreshold?: number',
      'pauseAnimationAtEnd?: boolean',
      'forcedColors?: string',
      'prefersReducedMotion?: string',
      'media?: string',
    ]),
    ...fieldsOf('created session', wire.createdSession, [
      'sessionId: string',
      'captureId: string',
      'diffId: string',
    ]),
    ...fieldsOf('completed session', wire.completedSession, ['imageToken: string']),
    ...fieldsOf('completed session, `diffs`', completedDiff, [
      'diffId: string',
      'suite: string',
      "conclusion: 'success' | 'failure' | null",
      'checkRunUrl: string | null',
      'reviewUrl: string | null',
      'summary: {changed: number, new: number, unchanged: number, removed: number, failed: number}',
      'changedSnapshots: string[]',
    ]),
  ],
};

const states = (record: string, schema: { options: string[] }, expected: string[]): Row => ({
  cells: [record, expected.map((state) => `\`${state}\``).join(', ')],
  check: () => expect(schema.options).toEqual(expected),
});

export const stateSets: Section = {
  title: 'States',
  columns: ['of', 'states'],
  rows: [
    states('Capture.status', captureStatus, ['pending', 'capturing', 'processing', 'completed', 'failed']),
    states('Diff.status', diffStatus, ['processing', 'completed', 'failed']),
    states('Site.status', siteStatus, ['pending', 'uploading', 'ready', 'failed']),
    states('DiffResult.status', resultStatus, ['unchanged', 'changed', 'new', 'removed', 'skipped']),
    states('approvalStatus', approvalStatus, ['pending', 'approved', 'rejected']),
  ],
};
