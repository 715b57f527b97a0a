import type { Origin } from '@svc/schema';
import { Link } from '@tanstack/react-router';

/** Branch and commit of the capture that took an image, which it leads to. */
export function OriginLink({ project, origin }: { project: string; origin: Origin }) {
  const { captureId, branch, commit } = origin;
  const [org = '', name = ''] = project.split('/');
  return (
    <Link
      to="/$org/$project/captures/$id"
      params={{ org, project: name, id: captureId }}
      title={`Capture ${captureId}${branch ? ` of ${branch}` : ''}${commit ? ` at ${commit}` : ''}`}
      className="rounded hover:text-accent hover:underline"
    >
      {branch ?? (commit ? '' : captureId)}
      {commit && <span className="font-mono text-[0.92em]"> {commit.slice(0, 7)}</span>}
    </Link>
  );
}
