import { type CaptureTarget, SvcError } from '@svc/sdk';
import { shownName } from '../stories/shownName.js';

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
      return field === undefined ? `target ${shownName(name)}` : `${field} of target ${shownName(name)}`;
    });
  const { code, message, statusCode, retryAfter, details } = error;
  return new SvcError({
    ...{ code, statusCode, retryAfter, cause: error },
    message: rename(message),
    details: details?.map((detail) => ({ ...detail, path: rename(detail.path) })),
  });
}
