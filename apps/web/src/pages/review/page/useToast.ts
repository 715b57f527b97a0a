import { useCallback, useEffect, useState } from 'react';

export interface Toast {
  /** Grows, so that the same words twice are two toasts. */
  id: number;
  tone: 'plain' | 'danger';
  message: string;
  undoable: boolean;
}

/** One message at a time; a plain one goes away by itself. */
export function useToast() {
  const [toast, setToast] = useState<Toast | null>(null);
  const say = useCallback(
    (message: string, options: { tone?: Toast['tone']; undoable?: boolean } = {}) =>
      setToast((last) => ({
        id: (last?.id ?? 0) + 1,
        tone: options.tone ?? 'plain',
        message,
        undoable: options.undoable ?? false,
      })),
    [],
  );
  const dismiss = useCallback(() => setToast(null), []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(dismiss, toast.tone === 'danger' ? 15_000 : 7_000);
    return () => clearTimeout(timer);
  }, [toast, dismiss]);
  return { toast, say, dismiss };
}
