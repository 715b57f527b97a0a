import { snapshotHistory, snapshotHistoryQuery } from '../history.js';
import { paging } from '../primitives.js';
import {
  baselineList,
  changeSettingsBody,
  getSuiteQuery,
  listBaselinesQuery,
  overview,
  overviewQuery,
  projectList,
  projectSettings,
  suiteDetails,
  suiteList,
  usage,
} from '../project.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const projectOperations = {
  listProjects: {
    ...routes.listProjects,
    summary: 'Projects that the caller may see',
    access: 'identity',
    needs: null,
    query: paging,
    response: projectList,
  },
  getOverview: {
    ...routes.getOverview,
    summary: 'The project with its newest captures and diffs',
    access: 'project',
    needs: 'read',
    query: overviewQuery,
    response: overview,
  },
  listSuites: {
    ...routes.listSuites,
    summary: 'Suites of the project',
    access: 'project',
    needs: 'read',
    query: paging,
    response: suiteList,
  },
  getSuite: {
    ...routes.getSuite,
    summary: 'A suite with the branches that have baselines, and what is stale',
    access: 'project',
    needs: 'read',
    query: getSuiteQuery,
    response: suiteDetails,
    errors: ['SUITE_NOT_FOUND'],
  },
  listBaselines: {
    ...routes.listBaselines,
    summary: 'Active baselines of a suite and the branches that have any',
    access: 'project',
    needs: 'read',
    query: listBaselinesQuery,
    response: baselineList,
    errors: ['SUITE_NOT_FOUND'],
  },
  getSnapshotHistory: {
    ...routes.getSnapshotHistory,
    summary: 'The life of one snapshot: every baseline and decision, newest first',
    access: 'project',
    needs: 'read',
    query: snapshotHistoryQuery,
    response: snapshotHistory,
    errors: ['SUITE_NOT_FOUND', 'SNAPSHOT_NOT_FOUND'],
  },
  getSettings: {
    ...routes.getSettings,
    summary: 'Settings of the project',
    access: 'project',
    needs: 'read',
    response: projectSettings,
  },
  changeSettings: {
    ...routes.changeSettings,
    summary: 'Change the named settings of the project',
    access: 'project',
    needs: 'manage',
    body: changeSettingsBody,
    response: projectSettings,
  },
  getUsage: {
    ...routes.getUsage,
    summary: 'What the project keeps, and what it has made month by month',
    access: 'project',
    needs: 'read',
    response: usage,
  },
} as const satisfies Record<string, Operation>;
