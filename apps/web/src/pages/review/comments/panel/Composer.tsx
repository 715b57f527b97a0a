import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../../ui/Button.js';
import { CommentField, useField } from './CommentField.js';

interface Props {
  org: string;
  label: string;
  /** Where an unsent text is kept, in this tab. */
  draft: string;
  /** Whether somebody asked to write here. */
  isAsked?: boolean;
  /** The field has the focus. */
  onAnswer?: () => void;
  word: string;
  isSending: boolean;
  /** Takes the text; the field is emptied once it resolves. */
  onSend: (text: string) => Promise<unknown>;
  onLeave: () => void;
  /** Beside the button. */
  children?: ReactNode;
}

/** Where a comment is written. What was not sent is still there after a reload, or an ended session. */
export function Composer(props: Props) {
  const { org, label, draft, isAsked = false, onAnswer, word, isSending, onSend, onLeave, children } = props;
  const field = useField();
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '');
  useEffect(() => {
    if (!isAsked) return;
    field.current?.focus();
    onAnswer?.();
  }, [isAsked, onAnswer, field]);
  const keep = (value: string) => {
    setText(value);
    if (value === '') sessionStorage.removeItem(draft);
    else sessionStorage.setItem(draft, value);
  };
  const send = () => {
    if (text.trim() === '' || isSending) return;
    // What went wrong is shown; the text stays, and so does one that was begun meanwhile.
    onSend(text.trim()).then(
      () => {
        if (sessionStorage.getItem(draft) === text) keep('');
      },
      () => {},
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <CommentField
        org={org}
        label={label}
        value={text}
        field={field}
        onChange={keep}
        onSend={send}
        onLeave={onLeave}
      />
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        {children}
        <Button
          type="submit"
          look="primary"
          disabled={text.trim() === '' || isSending}
          className="ml-auto h-8! px-3!"
        >
          {isSending ? 'Sending…' : word}
        </Button>
      </div>
    </form>
  );
}
