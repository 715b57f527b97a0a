import type { CaptureOutcome } from '../domain/captures/Fleet.js';

type Captured = CaptureOutcome & { ok: true };

/** Why two images of one page in documents of their own differ, as far as what the first has loaded tells. */
export const doubtOf = ({ loads }: Captured, { png }: Captured): NonNullable<Captured['doubt']> => ({
  cause: loads ? 'documents' : 'answers',
  other: png,
});
