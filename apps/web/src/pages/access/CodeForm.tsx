import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.js';
import { TextField } from '../../ui/fields/TextField.js';

/** `abcd efgh` and `abcdefgh` are meant as `ABCD-EFGH`. */
export const codeOf = (typed: string): string => {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4, 8)}` : letters;
};

/** Asks for the code that a terminal shows. */
export function CodeForm() {
  const [code, setCode] = useState('');
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: '/cli-login', search: { code } });
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        label="Code"
        hint="Shown in your terminal."
        value={code}
        placeholder="ABCD-EFGH"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setCode(codeOf(event.target.value))}
      />
      <Button type="submit" look="primary" className="w-full" disabled={code.length !== 9}>
        Continue
      </Button>
    </form>
  );
}
