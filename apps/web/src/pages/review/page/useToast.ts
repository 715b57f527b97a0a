import { useCallback, useEffect, useMemo, useState } from 'react';
import type { IconName } from '../../../ui/Icon.js';

export interface Toast {
  /** Grows, so that the same words twice are two toasts. */
  id: number;
  tone: 'plain' | 'danger';
  message: string;
  undoable: boolean;
  /** Whether a note is offered. */
  notable: boolean;
  icon: IconName;
  /** What can be done about it: another diff to open, or something on this page. */
  action: { word: string; openDiff: string } | { word: string; perform: () => void } | null;
}

type Options = Partial<Pick<Toast, 'tone' | 'undoable' | 'notable' | 'icon' | 'action'>>;

const lifetimes = { plain: 7_000, danger: 20_000 } as const;

/** One message of each tone at a time, each for a while: the next decision does not hide that one was refused. */
export function useToast() {
  const [plain, setPlain] = useState<Toast | null>(null);
  const [danger, setDanger] = useState<Toast | null>(null);
  const say = useCallback(
    (
      message: string,
      { tone = 'plain', undoable = false, notable = false, icon = 'warning', action = null }: Options = {},
    ) => {
      const set = tone === 'danger' ? setDanger : setPlain;
      set((last) => ({ id: (last?.id ?? 0) + 1, tone, message, undoable, notable, icon, action }));
    },
    [],
  );
  const dismiss = useCallback((tone: Toast['tone']) => (tone === 'danger' ? setDanger : setPlain)(null), []);
  useExpiry(plain, dismiss);
  useExpiry(danger, dismiss);
  const toasts = useMemo(() => [danger, plain].filter((toast) => toast !== null), [danger, plain]);
  return { toasts, say, dismiss };
}

function useExpiry(toast: Toast | null, dismiss: (tone: Toast['tone']) => void): void {
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => dismiss(toast.tone), lifetimes[toast.tone]);
    return () => clearTimeout(timer);
  }, [toast, dismiss]);
}
