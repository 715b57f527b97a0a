import { useState } from 'react';

/** A preference of this browser. */
export function useStoredFlag(name: string, initial: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const stored = localStorage.getItem(name);
    return stored === null ? initial : stored === 'true';
  });
  return [
    value,
    (next) => {
      localStorage.setItem(name, String(next));
      setValue(next);
    },
  ];
}
