import { availableParallelism, cpus } from 'node:os';

/** Prints the machine, and a table of figures beside their targets. */
export function printFigures(rows) {
  console.log(
    `${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores, Node ${process.version}\n`,
  );
  console.log('| | measured | target |');
  console.log('| --- | --- | --- |');
  for (const { what, figure, target } of rows) console.log(`| ${what} | ${figure} | ${target} |`);
}
