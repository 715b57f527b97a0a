import { useState } from 'react';

/** A preference of this browser, as text. */
export function useStoredText(name: string, initial: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(name) ?? initial);
  return [
    value,
    (next) => {
      localStorage.setItem(name, next);
      setValue(next);
    },
  ];
}
