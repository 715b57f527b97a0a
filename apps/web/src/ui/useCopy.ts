import { useState } from 'react';
import { copyText } from './copyText.js';

/** Milliseconds that it says what became of it. */
const said = 1_500;

/** Copies texts, and says for a moment whether it worked. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async (text: string) => {
    setOutcome((await copyText(text)) ? 'copied' : 'refused');
    setTimeout(() => setOutcome(null), said);
  };
  return { outcome, copy };
}
