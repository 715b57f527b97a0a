import { Icon } from './Icon.js';

interface Props {
  branch: string | null;
  commit: string | null;
  /** The commit's page at the code host; not within another link. */
  commitUrl?: string | null | undefined;
}

/** Branch and short commit of a capture or diff. */
export function GitPosition({ branch, commit, commitUrl }: Props) {
  return (
    <span className="inline-flex min-w-0 items-center gap-3 text-muted text-sm">
      {branch && (
        <span className="inline-flex min-w-0 items-center gap-1.5" title={branch}>
          <Icon name="branch" size={14} />
          <span className="truncate">{branch}</span>
        </span>
      )}
      {commit && (
        <span className="inline-flex items-center gap-1.5" title={commit}>
          <Icon name="commit" size={14} />
          {commitUrl ? (
            <a
              href={commitUrl}
              target="_blank"
              rel="noreferrer"
              className="rounded font-mono text-[13px] hover:text-accent hover:underline"
            >
              {commit.slice(0, 7)}
            </a>
          ) : (
            <span className="font-mono text-[13px]">{commit.slice(0, 7)}</span>
          )}
        </span>
      )}
    </span>
  );
}
