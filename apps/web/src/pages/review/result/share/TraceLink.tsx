import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { tracesQuery } from '../../../../client/queries.js';
import { sameOriginUrl } from '../../../../client/sameOriginUrl.js';
import { viewportText } from '../../../../client/variantSearch.js';
import { Icon } from '../../../../ui/Icon.js';

/** What the test runner recorded of the test that took the current image, if there is such a thing. */
export function TraceLink({ result }: { result: ReviewItem }) {
  const { org, project, id } = useParams({ from: '/$org/$project/diffs/$id' });
  const { data: traces } = useQuery(tracesQuery(`${org}/${project}`, id));
  const trace = traces?.find(
    ({ name, viewport, browser }) =>
      name === result.name &&
      viewportText(viewport) === viewportText(result.viewport) &&
      browser === result.browser,
  );
  if (!trace) return null;
  return (
    <a href={sameOriginUrl(trace.url) ?? undefined} download>
      <Icon name="down" size={14} />
      Download trace
    </a>
  );
}
