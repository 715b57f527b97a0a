import { amountText, causesOf, changesOf, slotText } from './readReport.mjs';

/** Changes with their pictures, over all suites; the rest is behind the link. */
const mostPictures = 10;
/** Causes of one change. */
const mostCauses = 3;
/** Pixels. */
const thumbnailWidth = 220;

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in HTML, which Markdown leaves alone. */
const inHtml = (text) => text.replace(/[&<>"]/g, (character) => entities[character]).replace(/[\r\n]+/g, ' ');

/** Text in a cell of a table, shown as it is. */
const inCell = (text) => `<code>${inHtml(text).replaceAll('|', '&#124;').replaceAll('`', '&#96;')}</code>`;

const isOpen = ({ approvalStatus }) => approvalStatus !== 'approved';

function stateOf({ counts, conclusion, snapshots }) {
  if (!counts) return 'set as baselines';
  const parts = [
    [counts.pending, 'to review'],
    [counts.rejected, 'rejected'],
    [counts.failed ?? snapshots.failed, 'not captured'],
  ].flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  if (parts.length > 0) return `❌ ${parts.join(', ')}`;
  if (conclusion === null) return 'not judged, since the command failed';
  return conclusion === 'failure' ? '❌ failed' : '✅ nothing to review';
}

const suiteRow = (suite) => {
  const { counts, reviewUrl } = suite;
  const cells = [
    inCell(suite.suite),
    counts?.changed ?? '',
    counts?.new ?? '',
    counts?.removed ?? '',
    counts?.unchanged ?? '',
    stateOf(suite),
    reviewUrl ? `[Review](${reviewUrl})` : '',
  ];
  return `| ${cells.join(' | ')} |`;
};

const picture = (url, alt) =>
  url ? `<img src="${inHtml(url)}" alt="${inHtml(alt)}" width="${thumbnailWidth}">` : '';

function changeBlock(result) {
  const { baselineImageUrl, currentImageUrl, diffImageUrl } = result;
  const causes = causesOf(result);
  const more = causes.length - mostCauses;
  return [
    `<h4>${inHtml(slotText(result))} · ${inHtml(amountText(result))}${result.approvalStatus === 'rejected' ? ' · rejected' : ''}</h4>`,
    ...(causes.length > 0
      ? [
          `<ul>${causes
            .slice(0, mostCauses)
            .map((text) => `<li>${inHtml(text)}</li>`)
            .join('')}${more > 0 ? `<li>and ${more} more</li>` : ''}</ul>`,
        ]
      : []),
    '<table><tr><th>Baseline</th><th>Current</th><th>Difference</th></tr>',
    `<tr><td>${picture(baselineImageUrl, 'baseline')}</td><td>${picture(currentImageUrl, 'current')}</td><td>${picture(diffImageUrl, 'difference')}</td></tr></table>`,
  ].join('\n');
}

const failureLines = (suites) =>
  suites.flatMap(({ failed }) =>
    failed.map((failure) => `- ${inCell(slotText(failure))} was not captured: ${inHtml(failure.message)}`),
  );

/**
 * The summary of the step, as Markdown.
 *
 * @param {ReturnType<typeof import('./readReport.mjs').readReport>} report
 */
export function formatSummary({ suites, error }) {
  const changes = suites.flatMap((suite) => changesOf(suite).filter(isOpen));
  const more = changes.length - mostPictures;
  const lines = [
    '## Visual tests',
    '',
    ...(error ? [`❌ ${inHtml(error.message)}`, ''] : []),
    ...(suites.length > 0
      ? [
          '| suite | changed | new | removed | unchanged | | |',
          '| --- | ---: | ---: | ---: | ---: | --- | --- |',
          ...suites.map(suiteRow),
          '',
        ]
      : ['No snapshots.', '']),
    ...failureLines(suites).slice(0, mostPictures),
    ...changes.slice(0, mostPictures).flatMap((result) => ['', changeBlock(result)]),
    ...(more > 0 ? ['', `… and ${more} more, on the review page.`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
