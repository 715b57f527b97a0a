import { packReview, type Review } from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import type { Page, Route } from 'playwright-core';

/** What somebody who may name things may try: markup, addresses, templates, and characters that turn text around. */
export const corpus = [
  '<img src=x onerror="window.xss=1;alert(1)">',
  '"><script>window.xss=1</script>',
  "'><svg onload=window.xss=1>",
  'javascript:window.xss=1',
  '<a href="javascript:window.xss=1">click</a>',
  '<iframe srcdoc="<script>parent.xss=1</script>"></iframe>',
  '<base href="https://evil.invalid/">',
  '<style>@import "https://evil.invalid/a.css";</style>',
  '<form action="https://evil.invalid"><button>go</button></form>',
  '{{constructor.constructor("window.xss=1")()}}',
  '#{window.xss=1}',
  '</title><script>window.xss=1</script>',
  '\u202egnp.exe\u202c',
  '\u2066\u202e\u2067 \u200b\ufeff\u2028',
  '\u0001\u001b[31m\u0007',
  'e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  'W'.repeat(300),
];

/** Fields that people, repositories and other servers fill. */
const human = new Set(
  'name suite branch message error title createdBy decidedBy invitedBy actor email repository checkName defaultBranch baselineRef baselineSource renderer baselineRenderer organisation path snapshots targetRefs approvers details author subject word reason label to from'.split(
    ' ',
  ),
);
/** Addresses that a code host answers. */
const addresses = new Set(['checkRunUrl', 'url', 'pullRequestUrl']);

const hostile = (planted: number, text: string) => `${corpus[planted % corpus.length]} ${text}`;

/** A value with the corpus in every such field, each followed by what it was, so that names stay apart. */
function plant(value: unknown, count: () => number, isHuman = false): unknown {
  if (typeof value === 'string') return isHuman ? hostile(count(), value) : value;
  if (Array.isArray(value)) return value.map((one) => plant(one, count, isHuman));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([field, inner]) =>
    addresses.has(field) && typeof inner === 'string'
      ? [field, 'javascript:window.xss=1']
      : [field, plant(inner, count, human.has(field))],
  );
  return Object.fromEntries(fields);
}

/** Names are packed in reviews. Those of captures that failed have failed too. */
function plantReview(review: Review, count: () => number): unknown {
  const packed = packReview(plant(unpackReview(review), count) as ReturnType<typeof unpackReview>);
  const rest = Object.entries(review).filter(([field]) => !(field in packed));
  const failed = { status: 'failed', conclusion: null, error: 'The head capture failed.' };
  const own = { ...Object.fromEntries(rest), ...(review.failures.length > 0 ? failed : {}) };
  return { ...(plant(own, count) as object), ...packed };
}

/** What the page was told, as the service knows it. */
function unplanted(address: string): string {
  const url = new URL(address);
  for (const [key, value] of [...url.searchParams]) {
    const text = corpus.find((one) => value.startsWith(`${one} `));
    if (text !== undefined) url.searchParams.set(key, value.slice(text.length + 1));
  }
  return url.href;
}

const more = corpus.map((text) => ({
  slug: `acme/${text}`,
  defaultBranch: `acme/${text}`,
  createdAt: '2026-01-01T00:00:00Z',
  lastActivityAt: '2026-01-01T00:00:00Z',
}));

/** Has the corpus planted in all that the service answers to a page. Answers how often it was. */
export async function plantCorpus(page: Page): Promise<() => number> {
  let planted = 0;
  const count = () => planted++;
  const answer = async (route: Route) => {
    const response = await route.fetch({ url: unplanted(route.request().url()) });
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const { pathname } = new URL(route.request().url());
    const json = await response.json();
    if (pathname === '/api/v1/projects') json.projects.push(...more);
    const isReview = response.ok() && /^\/api\/v1\/diffs\/[^/]+\/review$/.test(pathname);
    await route.fulfill({ response, json: isReview ? plantReview(json, count) : plant(json, count) });
  };
  await page.route(
    // A stream of events has no end to wait for, and nothing of it is shown but names.
    (url) => url.pathname.startsWith('/api/v1/') && !url.pathname.endsWith('/events'),
    (route) => (route.request().resourceType() === 'image' ? route.continue() : answer(route)),
  );
  return () => planted;
}
