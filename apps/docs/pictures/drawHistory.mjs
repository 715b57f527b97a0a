const column = 170;
const row = 100;
const margin = { left: 110, top: 40, right: 80, bottom: 40 };
const radius = 17;
/** Of a commit's circle, by what its build says; each is legible on the light ground and holds white text. */
const colors = { same: '#585d69', asked: '#875000', remembered: '#0b6b3d' };

const escapeXml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * Draws a history as SVG: a line for each branch, a circle with the look for each commit, and what its build says below.
 *
 * @param {(typeof import('./histories.mjs').histories)[string]} history
 */
export function drawHistory({ title, commits }) {
  const branches = [...new Set(commits.map(({ on }) => on))];
  const places = new Map(
    commits.map(({ id, on }, index) => [
      id,
      { x: margin.left + index * column, y: margin.top + branches.indexOf(on) * row },
    ]),
  );
  const width = margin.left + (commits.length - 1) * column + margin.right;
  const height = margin.top + (branches.length - 1) * row + margin.bottom + 20;
  const lines = commits.flatMap(({ id, parents = [] }) =>
    parents.map((parent) => drawLine(places.get(parent), places.get(id))),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="14">
<title>${escapeXml(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
${branches.map((name, index) => `<text x="16" y="${margin.top + index * row + 5}" fill="#16181d" font-weight="600">${escapeXml(name)}</text>`).join('\n')}
${lines.join('\n')}
${commits.map((commit) => drawCommit(commit, places.get(commit.id))).join('\n')}
</svg>
`;
}

function drawLine(from, to) {
  const middle = (from.x + to.x) / 2;
  const path =
    from.y === to.y
      ? `M${from.x} ${from.y}H${to.x}`
      : `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
  return `<path d="${path}" fill="none" stroke="#9aa0ad" stroke-width="3"/>`;
}

function drawCommit({ look, note = '', tone = 'same' }, { x, y }) {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colors[tone]}"/>
<text x="${x}" y="${y + 5}" fill="#ffffff" font-weight="600" text-anchor="middle">${escapeXml(look)}</text>
<text x="${x}" y="${y + radius + 20}" fill="${colors[tone]}" text-anchor="middle">${escapeXml(note)}</text>`;
}
