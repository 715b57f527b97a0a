import type { DoctorOutput } from '../output/Output.js';

/** What one look found. */
export type Finding = DoctorOutput['findings'][number];

export const ok = (name: string, message: string): Finding => ({ name, status: 'ok', message, advice: null });

/** Works, though not as it should. */
export const warning = (name: string, message: string, advice: string): Finding => ({
  name,
  status: 'warning',
  message,
  advice,
});

export const failed = (name: string, message: string, advice: string): Finding => ({
  name,
  status: 'failed',
  message,
  advice,
});

/** `reason: what to do`, as errors of `svc` are written, in two. */
export function failedBy(name: string, error: unknown, advice: string): Finding {
  const text = error instanceof Error ? error.message : String(error);
  const colon = text.indexOf(': ');
  return colon < 0 ? failed(name, text, advice) : failed(name, text.slice(0, colon), text.slice(colon + 2));
}
