import type { SnapshotFields } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import type { Attempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { SessionStart } from './openSession.js';

/**
 * What an upload says of its session, which it makes unless that exists.
 * @throws ServiceError VALIDATION_ERROR
 */
export function startOf(access: ProjectAccess, fields: SnapshotFields, attempt: Attempt): SessionStart {
  const [suite, branch, commit] = [
    required(fields, 'suite'),
    required(fields, 'branch'),
    required(fields, 'commit'),
  ];
  requireTarget(access, fields);
  return {
    id: fields.sessionId ?? attempt.newId('session'),
    implicit: fields.sessionId === undefined,
    suite,
    branch,
    commit,
    baselineRef: fields.baselineRef,
    // What one upload asks for holds for its slot alone.
    autoApprove: false,
    isLocal: fields.isLocal ?? false,
    history: fields.history,
    checkout: fields.checkout,
    shard: fields.shard,
    job: fields.job,
    runKey: fields.runKey,
    ci: fields.ci,
  };
}

/** A session says where its branch is to be merged, if only by saying nothing; an upload of its own has to (R7). */
function requireTarget(
  { project: { defaultBranch } }: ProjectAccess,
  { sessionId, branch, baselineRef }: SnapshotFields,
): void {
  if (sessionId !== undefined || baselineRef !== undefined || branch === defaultBranch) return;
  refuseField(
    'baselineRef',
    `is required on every branch but the default branch: name the branch whose baselines count, such as "${defaultBranch}"`,
  );
}

function required(fields: SnapshotFields, name: 'suite' | 'branch' | 'commit'): string {
  const value = fields[name];
  if (value !== undefined) return value;
  return refuseField(
    name,
    'is required for a snapshot that is compared at once (or send captureId to add it to a capture)',
  );
}

function refuseField(path: string, message: string): never {
  throw new ServiceError('VALIDATION_ERROR', `${path}: ${message}`, [{ path, message }]);
}
