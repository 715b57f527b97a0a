import { z } from 'zod';
import { capture, captureList, createCaptureBody, listCapturesQuery, snapshot } from './capture.js';
import { checkRunList, codeHostAnswer, listCheckRunsQuery, setCodeHostBody } from './codeHost.js';
import {
  approveResult,
  createDiffBody,
  decisionBody,
  diff,
  diffList,
  listDiffsQuery,
  rejectResult,
  revokeResult,
  snapshotDiffResult,
} from './diff.js';
import { id, paging } from './primitives.js';
import {
  baselineList,
  changeSettingsBody,
  identity,
  knownImages,
  knownImagesBody,
  listBaselinesQuery,
  overview,
  overviewQuery,
  projectList,
  projectSettings,
  suiteList,
} from './project.js';
import { review } from './review.js';
import {
  completedSession,
  completeSessionBody,
  createdSession,
  createSessionBody,
  session,
} from './session.js';
import { listStoriesQuery, site, storyList } from './site.js';

/** One HTTP operation: where it is, what goes in and what comes out. */
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  summary: string;
  /** Who may ask: an API key or a signed-in person (`project`), a person or key of any project (`identity`), anyone (`public`). */
  access: 'project' | 'identity' | 'public';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
}

const byId = z.object({ id });
const nothing = z.object({});

/** Every JSON operation under `/api/v1`. Uploads of bytes and images are described where they are served. */
export const operations = {
  createCapture: {
    method: 'POST',
    path: '/api/v1/captures',
    summary: 'Create a capture: announce snapshots to upload, or targets for the fleet',
    access: 'project',
    body: createCaptureBody,
    response: capture,
  },
  listCaptures: {
    method: 'GET',
    path: '/api/v1/captures',
    summary: 'Captures of the project, or the newest completed one of each given commit',
    access: 'project',
    query: listCapturesQuery,
    response: captureList,
  },
  getCapture: {
    method: 'GET',
    path: '/api/v1/captures/:id',
    summary: 'A capture with all its snapshots',
    access: 'project',
    params: byId,
    response: capture,
  },
  completeCapture: {
    method: 'POST',
    path: '/api/v1/captures/:id/complete',
    summary: 'Say that no more snapshots follow in a manual capture',
    access: 'project',
    params: byId,
    body: nothing,
    response: capture,
  },
  createDiff: {
    method: 'POST',
    path: '/api/v1/diffs',
    summary: 'Compare a capture with baselines or with another capture',
    access: 'project',
    body: createDiffBody,
    response: diff,
  },
  listDiffs: {
    method: 'GET',
    path: '/api/v1/diffs',
    summary: 'Diffs of the project, newest first',
    access: 'project',
    query: listDiffsQuery,
    response: diffList,
  },
  getDiff: {
    method: 'GET',
    path: '/api/v1/diffs/:id',
    summary: 'A diff with its results',
    access: 'project',
    params: byId,
    response: diff,
  },
  getReview: {
    method: 'GET',
    path: '/api/v1/diffs/:id/review',
    summary: 'What a review of a diff shows, in a compact form',
    access: 'project',
    params: byId,
    response: review,
  },
  reDiff: {
    method: 'POST',
    path: '/api/v1/diffs/:id/rediff',
    summary: 'Evaluate a diff again, against the baselines of now',
    access: 'project',
    params: byId,
    body: nothing,
    response: diff,
  },
  approve: {
    method: 'POST',
    path: '/api/v1/diffs/:id/approve',
    summary: 'Approve the named snapshots, or all: they become baselines',
    access: 'project',
    params: byId,
    body: decisionBody,
    response: approveResult,
  },
  reject: {
    method: 'POST',
    path: '/api/v1/diffs/:id/reject',
    summary: 'Reject the named snapshots, or all pending ones',
    access: 'project',
    params: byId,
    body: decisionBody,
    response: rejectResult,
  },
  revoke: {
    method: 'POST',
    path: '/api/v1/diffs/:id/revoke',
    summary: 'Take back the approval or rejection of the named snapshots, or of all',
    access: 'project',
    params: byId,
    body: decisionBody,
    response: revokeResult,
  },
  createSession: {
    method: 'POST',
    path: '/api/v1/sessions',
    summary: 'Open a session with the capture and diff of its first suite',
    access: 'project',
    body: createSessionBody,
    response: createdSession,
  },
  completeSession: {
    method: 'POST',
    path: '/api/v1/sessions/:id/complete',
    summary: 'Complete a session: conclusions of all its diffs',
    access: 'project',
    params: byId,
    body: completeSessionBody,
    response: completedSession,
  },
  getSession: {
    method: 'GET',
    path: '/api/v1/sessions/:id',
    summary: 'A session with the diffs of its suites',
    access: 'project',
    params: byId,
    response: session,
  },
  getSite: {
    method: 'GET',
    path: '/api/v1/sites/:id',
    summary: 'An uploaded static build',
    access: 'project',
    params: byId,
    response: site,
  },
  discoverStories: {
    method: 'GET',
    path: '/api/v1/sites/:id/stories',
    summary: 'The stories found in an uploaded build',
    access: 'project',
    params: byId,
    query: listStoriesQuery,
    response: storyList,
  },
  listBaselines: {
    method: 'GET',
    path: '/api/v1/baselines',
    summary: 'Active baselines of a suite and the branches that have any',
    access: 'project',
    query: listBaselinesQuery,
    response: baselineList,
  },
  listSuites: {
    method: 'GET',
    path: '/api/v1/suites',
    summary: 'Suites of the project',
    access: 'project',
    query: paging,
    response: suiteList,
  },
  getOverview: {
    method: 'GET',
    path: '/api/v1/overview',
    summary: 'The project with its newest captures and diffs',
    access: 'project',
    query: overviewQuery,
    response: overview,
  },
  findKnownImages: {
    method: 'POST',
    path: '/api/v1/images/known',
    summary: 'Which of these images the project already has',
    access: 'project',
    body: knownImagesBody,
    response: knownImages,
  },
  listCheckRuns: {
    method: 'GET',
    path: '/api/v1/check-runs',
    summary: 'Check runs of the project, newest first, and why one is not shown on the code host',
    access: 'project',
    query: listCheckRunsQuery,
    response: checkRunList,
  },
  deliverCheckRun: {
    method: 'POST',
    path: '/api/v1/check-runs/:id/deliver',
    summary: 'Show a check run on the code host once more, now',
    access: 'project',
    params: byId,
    body: nothing,
    response: nothing,
  },
  getCodeHost: {
    method: 'GET',
    path: '/api/v1/code-host',
    summary: 'Where the project shows its check runs; secrets are left out',
    access: 'project',
    response: codeHostAnswer,
  },
  setCodeHost: {
    method: 'POST',
    path: '/api/v1/code-host',
    summary: 'Say where the project shows its check runs; people only, no API keys',
    access: 'project',
    body: setCodeHostBody,
    response: codeHostAnswer,
  },
  removeCodeHost: {
    method: 'DELETE',
    path: '/api/v1/code-host',
    summary: 'Show no check runs any more; people only, no API keys',
    access: 'project',
    response: nothing,
  },
  getSettings: {
    method: 'GET',
    path: '/api/v1/settings',
    summary: 'Settings of the project',
    access: 'project',
    response: projectSettings,
  },
  changeSettings: {
    method: 'POST',
    path: '/api/v1/settings',
    summary: 'Change the named settings of the project',
    access: 'project',
    body: changeSettingsBody,
    response: projectSettings,
  },
  listProjects: {
    method: 'GET',
    path: '/api/v1/projects',
    summary: 'Projects that the caller may see',
    access: 'identity',
    query: paging,
    response: projectList,
  },
  whoAmI: {
    method: 'GET',
    path: '/api/v1/me',
    summary: 'Who is asking',
    access: 'identity',
    response: identity,
  },
  signIn: {
    method: 'POST',
    path: '/api/v1/sign-in',
    summary: 'Exchange a one-time sign-in token for a browser session',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: identity,
  },
  signOut: {
    method: 'POST',
    path: '/api/v1/sign-out',
    summary: 'End the browser session',
    access: 'public',
    body: nothing,
    response: nothing,
  },
} as const satisfies Record<string, Operation>;

/** Answer of POST /api/v1/snapshots with and without `captureId`. */
export const uploadSnapshotResponse = z.union([snapshot, snapshotDiffResult]);

export type OperationName = keyof typeof operations;
