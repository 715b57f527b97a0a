import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ReviewItem } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';
import type { AskedNote } from '../model/Plan.js';

/** Characters. */
const longestNote = 2_000;

interface Props {
  note: AskedNote;
  onSave: (about: readonly ReviewItem[], text: string) => void;
  onClose: () => void;
}

/** Why something was rejected. Enter saves it, Escape leaves the rejection as it is. */
export function NoteField({ note: { about, what, text: earlier }, onSave, onClose }: Props) {
  const [text, setText] = useState(earlier);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = () => {
    if (text.trim() !== '' && text.trim() !== earlier) onSave(about, text.trim());
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method takes Enter and Escape for itself.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.shiftKey) save();
    else return;
    event.preventDefault();
  };
  const label = `Why ${about.length === 1 ? 'is' : 'are'} ${what} rejected?`;
  return (
    <form
      data-testid="note"
      aria-label="Note on the rejection"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="fixed inset-x-4 bottom-6 z-20 mx-auto max-w-xl rounded-xl border border-line bg-surface p-3 shadow-card max-md:bottom-20"
    >
      <label className="block text-sm">
        <span className="mb-1.5 block truncate font-medium">{label}</span>
        <textarea
          ref={field}
          rows={2}
          maxLength={longestNote}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-14 w-full resize-none rounded-lg border border-line bg-canvas px-3 py-2"
        />
      </label>
      <div className="mt-2 flex items-center justify-end gap-2">
        <span className="mr-auto text-muted text-xs max-sm:hidden">Enter saves, Escape closes</span>
        <Button look="quiet" className="h-8! px-3!" onClick={onClose}>
          No note
        </Button>
        <Button type="submit" look="primary" disabled={text.trim() === ''} className="h-8! px-3!">
          Save note
        </Button>
      </div>
    </form>
  );
}
