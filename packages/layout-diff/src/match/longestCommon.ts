/** Lists with more pairs than this are not compared in every way; equal elements then match in their order. */
const mostPairs = 160_000;

/** Pairs of places of a longest common subsequence, in order. */
export function longestCommon<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (before: T, after: T) => boolean,
): [number, number][] {
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start] as T, after[start] as T))
    start++;
  let [endBefore, endAfter] = [before.length, after.length];
  while (
    endBefore > start &&
    endAfter > start &&
    isSame(before[endBefore - 1] as T, after[endAfter - 1] as T)
  ) {
    endBefore--;
    endAfter--;
  }
  const middle = bestPairs(
    before.slice(start, endBefore),
    after.slice(start, endAfter),
    (a, b) => (isSame(a, b) ? 1 : 0),
    mostPairs,
  );
  return [
    ...Array.from({ length: start }, (_, place): [number, number] => [place, place]),
    ...middle.map(([a, b]): [number, number] => [a + start, b + start]),
    ...Array.from({ length: before.length - endBefore }, (_, place): [number, number] => [
      endBefore + place,
      endAfter + place,
    ]),
  ];
}

/**
 * Pairs of places in the order of both lists, of the largest sum of weights; a weight of 0 is not a pair.
 * @param most pairs that are weighed; with more, each is paired with the first that is left
 */
export function bestPairs<T>(
  before: readonly T[],
  after: readonly T[],
  weigh: (before: T, after: T) => number,
  most: number,
): [number, number][] {
  if (before.length === 0 || after.length === 0) return [];
  if (before.length * after.length > most) return firstPairs(before, after, weigh, most);
  const width = after.length + 1;
  const best = new Float64Array((before.length + 1) * width);
  const weights = new Float64Array(before.length * after.length);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const weight = weigh(before[i] as T, after[j] as T);
      weights[i * after.length + j] = weight;
      const skipped = Math.max(best[(i + 1) * width + j] as number, best[i * width + j + 1] as number);
      const paired = weight > 0 ? weight + (best[(i + 1) * width + j + 1] as number) : 0;
      best[i * width + j] = Math.max(skipped, paired);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    const weight = weights[i * after.length + j] as number;
    const here = best[i * width + j] as number;
    if (weight > 0 && here === weight + (best[(i + 1) * width + j + 1] as number)) pairs.push([i++, j++]);
    else if (here === (best[(i + 1) * width + j] as number)) i++;
    else j++;
  }
  return pairs;
}

/** Each with the first that is left and within reach. */
function firstPairs<T>(
  before: readonly T[],
  after: readonly T[],
  weigh: (before: T, after: T) => number,
  most: number,
): [number, number][] {
  const reach = Math.max(1, Math.floor(most / before.length));
  const pairs: [number, number][] = [];
  let next = 0;
  before.forEach((one, place) => {
    for (let other = next; other < Math.min(after.length, next + reach); other++) {
      if (weigh(one, after[other] as T) === 0) continue;
      pairs.push([place, other]);
      next = other + 1;
      return;
    }
  });
  return pairs;
}
