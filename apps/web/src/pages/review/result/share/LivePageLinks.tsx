import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { livePagesQuery } from '../../../../client/queries.js';
import { Icon, type IconName } from '../../../../ui/Icon.js';

/** The pages behind both images, as they are now, and the documentation of the component. */
export function LivePageLinks({ result }: { result: ReviewItem }) {
  const { org, project, id } = useParams({ from: '/$org/$project/diffs/$id' });
  const { data: pages } = useQuery(livePagesQuery(`${org}/${project}`, id, result));
  if (!pages) return null;
  const links: { icon: IconName; word: string; url: string | null | undefined }[] = [
    { icon: 'browser', word: 'Open the baseline’s page', url: pages.before?.url },
    { icon: 'browser', word: 'Open the current page', url: pages.after?.url },
    { icon: 'list', word: 'Open the documentation', url: pages.after?.docsUrl ?? pages.before?.docsUrl },
  ];
  return links.map(
    ({ icon, word, url }) =>
      url && (
        <a key={word} href={url} target="_blank" rel="noreferrer">
          <Icon name={icon} size={14} />
          {word}
        </a>
      ),
  );
}
