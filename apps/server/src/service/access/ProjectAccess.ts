import type { KeyBinding } from '../../domain/access/KeyBinding.js';
import { type Grant, mayDo } from '../../domain/access/mayDo.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import { namesOf, type Principal, type PrincipalNames } from './Principal.js';

/** A principal within a project, with what it may do there. Its namespace is that of its local runs (R19). */
export interface ProjectAccess extends PrincipalNames {
  project: ProjectRow;
  /** Who asks. */
  principal: Principal;
  grant: Grant;
  /** Whether it may decide about changes, and so send images that are approved at once (R18). */
  mayReview: boolean;
  /** What a key of CI is held to; null for everybody else. */
  binding: KeyBinding | null;
  /** What the request came through, for the audit log. */
  through?: 'mcp' | undefined;
}

export const accessProject = (project: ProjectRow, principal: Principal, grant: Grant): ProjectAccess => ({
  project,
  principal,
  ...namesOf(principal),
  grant,
  mayReview: mayDo(grant, 'review'),
  binding: principal.kind === 'key' ? principal.binding : null,
});

/** Who runs the installation, at the command line of the server. */
export const accessAsServer = (project: ProjectRow): ProjectAccess =>
  accessProject(project, { kind: 'service', actor: 'server:svc-server' }, { role: 'owner' });
