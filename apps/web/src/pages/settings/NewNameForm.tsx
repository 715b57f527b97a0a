import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorOfField } from '../../client/ApiError.js';
import { Button } from '../../ui/Button.js';
import { TextField } from '../../ui/fields/TextField.js';

interface Props {
  label: string;
  create: (name: string) => Promise<unknown>;
  /** Of the list that the new one is in. */
  list: QueryKey;
}

/** Makes an organisation or a project by its name. */
export function NewNameForm({ label, create, list }: Props) {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => create(name),
    onSuccess: () => {
      setName('');
      return client.invalidateQueries({ queryKey: list });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3 border-line border-t p-5">
      <TextField
        label={label}
        className="min-w-0 flex-1 basis-56"
        hint="Lower-case letters, digits, dots, dashes and underscores."
        required
        maxLength={64}
        spellCheck={false}
        autoCapitalize="none"
        value={name}
        error={error ? (errorOfField(error, 'name') ?? error.message) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" icon="plus" className="mt-[1.625rem] h-10" disabled={isPending}>
        Create
      </Button>
    </form>
  );
}
