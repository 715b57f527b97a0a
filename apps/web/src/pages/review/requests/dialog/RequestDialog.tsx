import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { membersQuery } from '../../../../client/commentQueries.js';
import type { ReviewDiff } from '../../../../client/presentReview.js';
import { Button } from '../../../../ui/Button.js';
import { Dialog } from '../../../../ui/Dialog.js';
import { SearchField } from '../../../../ui/fields/SearchField.js';
import { Notice } from '../../../../ui/Notice.js';
import { useRequestActions } from '../useRequestActions.js';

/** So many are found at a glance. */
const fewEnough = 8;

interface Props {
  org: string;
  diff: ReviewDiff;
  onClose: () => void;
}

/** Picks members to ask, and shows who is asked already. */
export function RequestDialog({ org, diff, onClose }: Props) {
  const formId = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data: members = [], error: unread, isPending: isLoading } = useQuery(membersQuery(org));
  const { mutate, isPending, error } = useRequestActions(diff.project, diff.id);
  const asked = diff.requests ?? [];
  const isAsked = new Set(asked.map(({ reviewer }) => reviewer.id));
  const free = members.filter(({ id, role }) => !isAsked.has(id) && role !== 'viewer');
  const shown = free.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()));
  const toggle = (id: string, isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ do: 'ask', reviewers: [...chosen] }, { onSuccess: onClose });
  };
  const problem = error ?? unread;
  return (
    <Dialog
      title="Request a review"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} disabled={isPending || chosen.size === 0}>
            {chosen.size > 1 ? `Ask ${chosen.size} people` : 'Ask'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="space-y-4">
        {problem && (
          <Notice tone="danger" icon="warning" role="alert">
            {problem.message}
          </Notice>
        )}
        {asked.length > 0 && (
          <ul aria-label="Asked to review" className="space-y-1.5 text-sm">
            {asked.map(({ id, reviewer }) => (
              <li key={id} className="flex items-center justify-between gap-3">
                <bdi className="min-w-0 truncate">Waiting for {reviewer.name}</bdi>
                <Button
                  look="quiet"
                  icon="cross"
                  aria-label={`Withdraw the request to ${reviewer.name}`}
                  disabled={isPending}
                  onClick={() => mutate({ do: 'end', id })}
                />
              </li>
            ))}
          </ul>
        )}
        {free.length > fewEnough && <SearchField label="Find a member" value={query} onChange={setQuery} />}
        <fieldset className="max-h-64 overflow-y-auto">
          <legend className="mb-1.5 font-medium text-sm">Members</legend>
          {shown.map(({ id, name }) => (
            <label
              key={id}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2 text-sm hover:bg-sunken"
            >
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={chosen.has(id)}
                onChange={(event) => toggle(id, event.target.checked)}
              />
              <bdi className="min-w-0 truncate">{name}</bdi>
            </label>
          ))}
          {shown.length === 0 && (
            <p className="text-muted text-sm">
              {isLoading
                ? 'Loading the members…'
                : free.length === 0
                  ? 'Everybody who can review is asked already.'
                  : `No member matches “${query}”.`}
            </p>
          )}
        </fieldset>
      </form>
    </Dialog>
  );
}
