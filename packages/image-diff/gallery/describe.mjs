const count = (number, word) => `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;

/** What the engine found, in sentences. */
export function describe({ equal, diffPixels, diffPercentage, explanation }) {
  if (equal || !explanation) return ['Nothing changed.'];
  const { regions, rows, alignedDiffPixels } = explanation;
  const raw = `${count(diffPixels, 'pixel')} differ${diffPixels === 1 ? 's' : ''} in place, ${diffPercentage.toFixed(2)}%.`;
  if (rows.length === 0) return [raw, `${count(regions.length, 'region')}; no rows shifted.`];
  const beside =
    alignedDiffPixels === 0
      ? 'Beside that, nothing changed.'
      : `Beside that, ${count(alignedDiffPixels, 'pixel')} changed, in ${count(regions.length - rows.length, 'region')}.`;
  return [raw, ...rows.map(describeBand), beside];
}

function describeBand({ kind, y, baseY, height }) {
  const rows = count(height, 'row');
  if (kind === 'inserted') return `${rows} inserted at ${y}.`;
  if (kind === 'removed') return `${rows} removed at ${baseY}.`;
  return `${rows} moved ${y > baseY ? 'down' : 'up'} by ${Math.abs(y - baseY)}, from ${baseY} to ${y}.`;
}
