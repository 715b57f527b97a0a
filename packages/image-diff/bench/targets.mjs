const found = [];

/** Notes what was measured against what is to be reached: `least` or `most` is the bound. */
export function note(target, value, { least, most }) {
  found.push({
    target,
    value,
    bound: least ?? most,
    met: least === undefined ? value <= most : value >= least,
    least,
  });
}

/** A table of all targets: several values of one are judged by the worst. */
export function tabulateTargets() {
  const worst = new Map();
  for (const one of found) {
    const other = worst.get(one.target);
    const worse = !other || (one.least === undefined ? one.value > other.value : one.value < other.value);
    if (worse) worst.set(one.target, one);
  }
  return [...worst.values()].map(({ target, value, bound, met, least }) => [
    target,
    `${least === undefined ? '≤' : '≥'} ${bound}`,
    value < 100 ? value.toFixed(2) : value.toFixed(0),
    met ? 'met' : '**missed**',
  ]);
}
