import { useQuery } from '@tanstack/react-query';
import { signInOptionsQuery } from '../../client/accessQueries.js';
import { ProviderMark } from '../../ui/ProviderMark.js';

interface Props {
  /** Path to go on to. */
  next: string;
  /** Token of an invitation that is accepted on the way. */
  invitation?: string;
}

/** Leaves for where else people sign in; nothing where there is nowhere. */
export function ProviderButtons({ next, invitation }: Props) {
  const { data } = useQuery(signInOptionsQuery);
  if (!data || data.providers.length === 0) return null;
  const search = new URLSearchParams({
    ...(next === '/' ? {} : { next }),
    ...(invitation ? { invitation } : {}),
  });
  return (
    <div className="space-y-2">
      {data.providers.map(({ id, name }) => (
        <a
          key={id}
          href={`/api/v1/oauth/${encodeURIComponent(id)}/start${search.size > 0 ? `?${search}` : ''}`}
          className="flex h-10 items-center justify-center gap-2.5 rounded-lg border border-line bg-surface px-4 font-medium text-sm transition-colors hover:bg-sunken"
        >
          <ProviderMark id={id} />
          <span className="truncate">Continue with {name}</span>
        </a>
      ))}
    </div>
  );
}
