import type { CaptureTarget } from '@svc/schema';

/** What a target says that its image does not show. */
const unseen = new Set<string>(['metadata', 'path', 'diffThreshold']);

/** Whether two targets ask for the same, but for the build: the address without its host, and every other parameter. */
export const isSameTarget = (a: CaptureTarget, b: CaptureTarget): boolean => essence(a) === essence(b);

function essence(target: CaptureTarget): string {
  const { pathname, search, hash } = new URL(target.url);
  const fields = Object.entries({ ...target, url: pathname + search + hash })
    .filter(([name, value]) => value !== undefined && !unseen.has(name))
    .map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).sort()
        : value,
    ]);
  return JSON.stringify(fields.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
