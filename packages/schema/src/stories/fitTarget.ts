import type { CaptureTarget } from '../capture.js';
import { jsonProblem } from '../words/jsonProblem.js';
import { deepestPath, longestPart, longestUrl } from '../words/nameLimits.js';
import { nameProblem } from '../words/nameProblem.js';
import { snapshotName } from '../words/snapshotName.js';

/** Why the service refuses a target of a story; null where it takes it. */
function refusalOf({ name, url, path = [], metadata }: CaptureTarget): string | null {
  const wrongName = nameProblem(name);
  if (wrongName !== null) return `the name of this snapshot ${wrongName}: change its title or name`;
  if (url.length > longestUrl) return `the address of this story is longer than ${longestUrl} characters`;
  if (path.length > deepestPath) return `the title of this story has more than ${deepestPath - 1} levels`;
  if (path.some((part) => part.length > longestPart))
    return `a part of the title or name of this story is longer than ${longestPart} characters`;
  const wrongMetadata = metadata ? jsonProblem(metadata) : null;
  return wrongMetadata && `the id, tags and globals of this story ${wrongMetadata}`;
}

/** More marks on one letter than a name may have. */
const surplusMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * A target that the service takes. Where it refused one for the name or the tags of a story, it would refuse all stories of
 * the build: such a story gets a target that fails and says why.
 */
export function fitTarget(target: CaptureTarget): CaptureTarget {
  const refusal = refusalOf(target);
  if (refusal === null) return target;
  const { name, url, viewport, framework, problem = refusal } = target;
  return {
    name: snapshotName(name.replace(surplusMarks, '$1')) || '(no name)',
    url: url.length > longestUrl ? url.replace(/[?#].*$/s, '') : url,
    ...(viewport && { viewport }),
    ...(framework && { framework }),
    problem,
  };
}
