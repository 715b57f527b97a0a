import type { ProjectRow } from '../../store/projects/projects.js';
import type { Caller } from '../Resources.js';

/** Who runs the installation, at the command line of the server. */
export const serverCaller = (project: ProjectRow): Caller => ({
  project,
  actor: 'server:svc-server',
  namespace: '',
  mayReview: true,
  binding: null,
});
