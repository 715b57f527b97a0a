import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { membersQuery } from '../../../../client/commentQueries.js';
import { mentionAt, suggest } from './mentionAt.js';

interface Props {
  org: string;
  label: string;
  value: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onSend: () => void;
  onLeave: () => void;
}

/** A text with completion of `@names`. Ctrl+Enter sends it, Escape leaves it. */
export function CommentField({ org, label, value, field, onChange, onSend, onLeave }: Props) {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const typed = caret === null ? null : mentionAt(value, caret);
  const { data: members = [] } = useQuery({ ...membersQuery(org), enabled: typed !== null });
  const suggested = typed ? suggest(members, typed.query) : [];
  const current = suggested[Math.min(chosen, suggested.length - 1)];

  const write = (text: string, at: number | null) => {
    onChange(text);
    setCaret(at);
    setChosen(0);
  };
  const complete = (name: string) => {
    if (!typed || caret === null) return;
    const before = `${value.slice(0, typed.at)}@${name} `;
    // At once: a key that is pressed before a timer fires would land in the wrong place.
    flushSync(() => write(before + value.slice(caret), null));
    field.current?.setSelectionRange(before.length, before.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
    } else if (current && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key)) {
      event.preventDefault();
      if (event.key === 'Escape') setCaret(null);
      else if (event.key === 'ArrowDown') setChosen((chosen + 1) % suggested.length);
      else if (event.key === 'ArrowUp') setChosen((chosen + suggested.length - 1) % suggested.length);
      else complete(current.name);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <div className="relative">
      <textarea
        ref={field}
        rows={3}
        maxLength={4_000}
        value={value}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={current ? listId : undefined}
        aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
        placeholder={`${label}. @ mentions a member`}
        onChange={({ target }) => write(target.value, target.selectionStart)}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-60 min-h-18 w-full resize-none rounded-lg border border-line bg-canvas px-3 py-2 text-sm placeholder:text-muted"
      />
      {current && <Suggestions id={listId} members={suggested} chosen={current.id} onChoose={complete} />}
    </div>
  );
}

interface SuggestionsProps {
  id: string;
  members: readonly { id: string; name: string }[];
  chosen: string;
  onChoose: (name: string) => void;
}

const Suggestions = ({ id, members, chosen, onChoose }: SuggestionsProps) => (
  <div
    id={id}
    role="listbox"
    aria-label="Members"
    className="absolute inset-x-0 bottom-full z-10 mb-1 rounded-lg border border-line bg-surface p-1 shadow-card"
  >
    {members.map((member) => (
      // biome-ignore lint/a11y/useFocusableInteractive: the text has the focus
      // biome-ignore lint/a11y/useKeyWithClickEvents: arrows and Enter choose
      <div
        key={member.id}
        id={`${id}-${member.id}`}
        role="option"
        aria-selected={member.id === chosen}
        // The text keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(member.name)}
        className={`truncate rounded-md px-2 py-1 text-sm ${member.id === chosen ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
      >
        {member.name}
      </div>
    ))}
  </div>
);

export const useField = () => useRef<HTMLTextAreaElement>(null);
