import type { CaptureTarget } from '@svc/schema';

/**
 * A page that switches stories as Ladle does.
 * @param stories by id, the body of a function that renders into `root`
 */
export const ladlePage = (
  stories: Record<string, string>,
  head = '',
): string => `${head}<div id="ladle-root"></div><script>
  const root = document.querySelector('#ladle-root');
  const stories = {
    ${Object.entries(stories)
      .map(([id, body]) => `${JSON.stringify(id)}() { ${body} }`)
      .join(',\n')}
  };
  const render = () => {
    const id = new URLSearchParams(location.search).get('story');
    if (stories[id]) stories[id]();
    else root.innerHTML = '<div class="ladle-error-content"><code>' + id + '</code></div>';
  };
  addEventListener('popstate', render);
  render();
</script>`;

/** The story of such a page at the root of an origin. */
export const ladleStory = (origin: string, id: string, name = id): CaptureTarget => ({
  name,
  url: `${origin}/?story=${id}&mode=preview`,
  metadata: { framework: 'stories-b' },
});
