import type { AnswerOf } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/call.js';
import { commitCheckRunsQuery } from '../../client/recordsQueries.js';
import { Button } from '../../ui/Button.js';
import { Icon } from '../../ui/Icon.js';
import { useNow } from '../../ui/useNow.js';
import { deliveryWords } from './deliveryWords.js';

interface Props {
  checkRun: AnswerOf<'listCheckRuns'>['checkRuns'][number];
  /** `org/project`. */
  slug: string;
  /** Whether the person who looks may have it delivered. */
  mayRepeat: boolean;
}

/** A code host may answer anything. */
const isWebAddress = (url: string) => /^https?:/.test(url);

/** What the code host shows of a check run, why not what it should, and another try. */
export function CheckRunState({ checkRun, slug, mayRepeat }: Props) {
  const client = useQueryClient();
  const deliver = useMutation({
    mutationFn: () => call('deliverCheckRun', { project: slug, params: { id: checkRun.id } }),
    onSettled: () => client.invalidateQueries(commitCheckRunsQuery(slug, checkRun.commit)),
  });
  const { isShown, url, title, error } = checkRun;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Icon
        name={isShown ? 'check' : error ? 'warning' : 'clock'}
        size={14}
        className={isShown ? 'text-good' : error ? 'text-changed' : 'text-muted'}
      />
      <span className="min-w-0 break-words">
        {url && isWebAddress(url) ? (
          <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
            Check run
          </a>
        ) : (
          'Check run'
        )}
        : {title}
      </span>
      <span className="text-muted">{deliveryWords(checkRun, useNow())}</span>
      {!isShown && mayRepeat && (
        <Button
          look="quiet"
          icon="refresh"
          className="h-7 px-2 text-xs"
          disabled={deliver.isPending}
          onClick={() => deliver.mutate()}
        >
          Deliver now
        </Button>
      )}
      {error && !isShown && <span className="w-full break-words pl-6 text-changed">{error}</span>}
      {deliver.error && (
        <span role="alert" className="w-full pl-6 text-removed">
          {deliver.error.message}
        </span>
      )}
    </div>
  );
}
