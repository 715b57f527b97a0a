import { addCommitsBody, knownCommits, knownCommitsBody } from '../commits.js';
import { nothing } from '../primitives.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const commitOperations = {
  findKnownCommits: {
    ...routes.findKnownCommits,
    summary: 'Which of these commits the project knows, and where what it knows ends',
    access: 'project',
    needs: 'upload',
    bodyLimit: 'list',
    body: knownCommitsBody,
    response: knownCommits,
  },
  addCommits: {
    ...routes.addCommits,
    summary: 'Report commits and their parents; known ones stay as they are',
    access: 'project',
    needs: 'upload',
    bodyLimit: 'large',
    body: addCommitsBody,
    response: nothing,
  },
} as const satisfies Record<string, Operation>;
