import type * as wire from '@svc/schema';
import { expectTypeOf, test } from 'vitest';
import type {
  CompleteSessionOptions,
  CreateCaptureOptions,
  CreateDiffOptions,
  CreateSessionOptions,
  DecisionOptions,
} from './options.js';
import type * as sdk from './types.js';

/** What a schema gives out, and what it takes in. */
type Out<S extends { _output: unknown }> = S['_output'];
type In<S extends { _input: unknown }> = S['_input'];

// The compiler asserts these, in `npm run types`.
test('the resources are those of the wire', () => {
  expectTypeOf<sdk.Viewport>().toEqualTypeOf<wire.Viewport>();
  expectTypeOf<sdk.Snapshot>().toEqualTypeOf<wire.Snapshot>();
  expectTypeOf<sdk.SnapshotFailure>().toEqualTypeOf<Out<typeof wire.snapshotFailure>>();
  expectTypeOf<sdk.CaptureSummary>().toEqualTypeOf<wire.CaptureSummary>();
  expectTypeOf<sdk.Capture>().toEqualTypeOf<wire.Capture>();
  expectTypeOf<sdk.CaptureTarget>().toEqualTypeOf<wire.CaptureTarget>();
  expectTypeOf<sdk.DiffResult>().toEqualTypeOf<wire.DiffResult>();
  expectTypeOf<sdk.DiffCounts>().toEqualTypeOf<wire.DiffCounts>();
  expectTypeOf<sdk.DiffSummary>().toEqualTypeOf<wire.DiffSummary>();
  expectTypeOf<sdk.Diff>().toEqualTypeOf<wire.Diff>();
  expectTypeOf<sdk.SnapshotDiffResult>().toEqualTypeOf<wire.SnapshotDiffResult>();
  expectTypeOf<sdk.Site>().toEqualTypeOf<wire.Site>();
  expectTypeOf<sdk.StoryParameters>().toEqualTypeOf<wire.StoryParameters>();
  expectTypeOf<sdk.StoryEntry>().toEqualTypeOf<wire.StoryEntry>();
  expectTypeOf<sdk.CreatedSession>().toEqualTypeOf<wire.CreatedSession>();
  expectTypeOf<sdk.CompletedSession>().toEqualTypeOf<wire.CompletedSession>();
  expectTypeOf<Omit<sdk.Session, 'diffs'>>().toEqualTypeOf<Omit<wire.Session, 'diffs'>>();
  expectTypeOf<sdk.Session>().toExtend<wire.Session>();
  expectTypeOf<wire.Session>().toExtend<sdk.Session>();
  expectTypeOf<sdk.ApproveResult>().toEqualTypeOf<Out<typeof wire.approveResult>>();
  expectTypeOf<sdk.RejectResult>().toEqualTypeOf<Out<typeof wire.rejectResult>>();
  expectTypeOf<sdk.RevokeResult>().toEqualTypeOf<Out<typeof wire.revokeResult>>();
  expectTypeOf<sdk.ErrorDetail>().toEqualTypeOf<NonNullable<wire.ErrorBody['error']['details']>[number]>();
});

test('the enums are those of the wire', () => {
  expectTypeOf<sdk.CaptureStatus>().toEqualTypeOf<wire.CaptureStatus>();
  expectTypeOf<sdk.DiffStatus>().toEqualTypeOf<wire.DiffStatus>();
  expectTypeOf<sdk.SiteStatus>().toEqualTypeOf<wire.SiteStatus>();
  expectTypeOf<sdk.ResultStatus>().toEqualTypeOf<wire.ResultStatus>();
  expectTypeOf<sdk.ApprovalStatus>().toEqualTypeOf<wire.ApprovalStatus>();
  expectTypeOf<sdk.Conclusion>().toEqualTypeOf<wire.Conclusion>();
  expectTypeOf<sdk.StoryTool>().toEqualTypeOf<wire.StoryTool>();
});

test('the options are the bodies of the wire', () => {
  type CaptureBody = In<typeof wire.createCaptureBody>;
  expectTypeOf<Omit<CreateCaptureOptions, 'snapshots' | 'onProgress' | 'onRefused'>>().toEqualTypeOf<
    Omit<CaptureBody, 'snapshots'>
  >();
  expectTypeOf<CreateDiffOptions>().toEqualTypeOf<In<typeof wire.createDiffBody>>();
  expectTypeOf<CreateSessionOptions>().toEqualTypeOf<In<typeof wire.createSessionBody>>();
  expectTypeOf<CompleteSessionOptions>().toEqualTypeOf<In<typeof wire.completeSessionBody>>();
  // Single viewports are decided on the review pages alone.
  expectTypeOf<DecisionOptions>().toEqualTypeOf<Omit<In<typeof wire.decisionBody>, 'slots'>>();
});
