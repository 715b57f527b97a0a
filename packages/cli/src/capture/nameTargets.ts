import { type CaptureTarget, SvcError } from '@svc/sdk';

/** A story may have any name, also one that is far too long. */
const longest = 80;

function shown(name: string): string {
  const letters = [...name];
  return JSON.stringify(letters.length > longest ? `${letters.slice(0, longest).join('')}…` : name);
}

/**
 * A refusal that names targets, as a person can find them, where the service counts them: `targets[27].name`.
 * @param targets as they were sent
 */
export function nameTargets(error: unknown, targets: readonly CaptureTarget[]): unknown {
  if (!(error instanceof SvcError)) return error;
  const rename = (text: string) =>
    text.replace(/\btargets\[(\d+)\](?:\.([\w.[\]]+))?/g, (counted, index, field) => {
      const name = targets[Number(index)]?.name;
      if (name === undefined) return counted;
      return field === undefined ? `target ${shown(name)}` : `${field} of target ${shown(name)}`;
    });
  const { code, message, statusCode, retryAfter, details } = error;
  return new SvcError({
    ...{ code, statusCode, retryAfter, cause: error },
    message: rename(message),
    details: details?.map((detail) => ({ ...detail, path: rename(detail.path) })),
  });
}
