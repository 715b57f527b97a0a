import { printFigures } from '../printFigures.mjs';
import { timeDiff } from './timeDiff.mjs';

const largeText = () => {
  const { ms, cold, nodes } = timeDiff(2_000);
  return `${ms.toFixed(1)} ms of ${nodes} nodes (the first time ${cold.toFixed(0)} ms)`;
};
const share = (part, whole) => (whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Prints what came of all changes. @returns whether the true cause is told as often as it has to be */
export function reportCauses(trials) {
  const count = (test) => trials.filter(test).length;
  const [first, third] = [count(({ place }) => place === 1), count(({ place }) => place >= 1 && place <= 3)];
  const falsely = count(({ falseNames }) => falseNames.length > 0);
  console.log('| change | tried | first | among three | other properties named |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const kind of new Set(trials.map((trial) => trial.kind))) {
    const of = trials.filter((trial) => trial.kind === kind);
    const cells = [
      of.length,
      of.filter(({ place }) => place === 1).length,
      of.filter(({ place }) => place >= 1 && place <= 3).length,
      of.filter(({ falseNames }) => falseNames.length > 0).length,
    ];
    console.log(`| ${kind} | ${cells.join(' | ')} |`);
  }
  console.log('');
  printFigures([
    { what: 'Changes', figure: trials.length, target: '120 in three books' },
    { what: 'True cause first', figure: share(first, trials.length), target: '85 %' },
    { what: 'True cause among the first three', figure: share(third, trials.length), target: '95 %' },
    { what: 'Named a property that was not changed', figure: falsely, target: 0 },
    {
      what: 'CPU of a comparison, median',
      figure: `${median(trials.map(({ ms }) => ms)).toFixed(1)} ms of ${median(trials.map(({ nodes }) => nodes))} nodes`,
      target: '',
    },
    { what: 'CPU of a comparison of two large pages, median', figure: largeText(), target: '30 ms' },
  ]);
  return trials.length > 0 && first >= 0.85 * trials.length && third >= 0.95 * trials.length && falsely === 0;
}
