const count = (number, word) => `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;

/** What the engine found, in sentences. */
export function describe({ equal, diffPixels, diffPercentage, explanation }) {
  if (equal || !explanation) return ['Nothing changed.'];
  const { regions, rows, columns, moves, alignedDiffPixels } = explanation;
  const bands = [...rows.map(describeRows), ...columns.map(describeColumns), ...moves.map(describeMove)];
  const raw = `${count(diffPixels, 'pixel')} differ${diffPixels === 1 ? 's' : ''} in place, ${diffPercentage.toFixed(2)}%.`;
  if (bands.length === 0) return [raw, `${count(regions.length, 'region')}; nothing shifted.`];
  const beside =
    alignedDiffPixels === 0
      ? 'Beside that, nothing changed.'
      : `Beside that, ${count(alignedDiffPixels, 'pixel')} changed, in ${count(countBeside(explanation), 'region')}.`;
  return [raw, ...bands, beside];
}

/** Regions that are neither bands nor blocks that moved. */
const countBeside = ({ regions, rows, columns, moves }) =>
  moves.length > 0
    ? regions.filter(({ kind }) => kind !== 'moved').length
    : regions.length - rows.length - columns.length;

function describeRows({ kind, y, baseY, height }) {
  return describeBand(count(height, 'row'), kind, { to: y, from: baseY, way: y > baseY ? 'down' : 'up' });
}

function describeColumns({ kind, x, baseX, width }) {
  return describeBand(count(width, 'column'), kind, {
    to: x,
    from: baseX,
    way: x > baseX ? 'right' : 'left',
  });
}

function describeMove({ from, to }) {
  return `A block of ${to.width} × ${to.height} moved from ${from.x}, ${from.y} to ${to.x}, ${to.y}.`;
}

function describeBand(lines, kind, { to, from, way }) {
  if (kind === 'inserted') return `${lines} inserted at ${to}.`;
  if (kind === 'removed') return `${lines} removed at ${from}.`;
  return `${lines} moved ${way} by ${Math.abs(to - from)}, from ${from} to ${to}.`;
}
