import { openLedger } from './openLedger.mjs';
import { playRound } from './playRound.mjs';

/** Lines of differences and failures that are shown. */
const mostShown = 10;

/**
 * Plays a round undisturbed, and others while something happens to the processes.
 *
 * @param Client the class of the SDK that the clients use
 * @param {{pages: number, disturb: (ledger: import('./openLedger.mjs').Ledger) => Promise<void>}} options
 * @returns rows of the table
 */
export async function keepPlaying(cluster, Client, { pages, disturb }) {
  const ledger = openLedger();
  const client = new Client({
    ...{ apiUrl: cluster.url, apiKey: cluster.apiKey(), environment: false },
    onRetry: ledger.noteRetry,
  });
  const calm = await playRound(client, { round: 'calm', pages, ledger });
  if (ledger.failures.length > 0)
    throw new Error(`the undisturbed round failed:\n${ledger.failures.join('\n')}`);
  let over = false;
  const differences = [];
  const play = async () => {
    for (let round = 1; ; round += 1) {
      const isLast = over;
      const lines = await playRound(client, { round: `round ${round}`, pages, ledger });
      differences.push(...differ(calm, lines));
      if (isLast) return round;
    }
  };
  const playing = play();
  await disturb(ledger).finally(() => {
    over = true;
  });
  const rounds = await playing;
  const lost = await ledger.findLost(client);
  show('✗ differs:', differences);
  show('✗ lost:', lost);
  show('✗ failed:', ledger.failures);
  return [
    {
      what: `  results of ${rounds} rounds that are not those of the undisturbed one`,
      figure: `${differences.length} of ${rounds * calm.length}`,
      target: '0',
      isMet: differences.length === 0,
    },
    {
      what: '  acknowledged and lost',
      figure: `${lost.length} of ${ledger.count()}`,
      target: '0',
      isMet: lost.length === 0,
    },
    {
      what: `  calls of clients that failed, after ${ledger.retries()} retries`,
      figure: String(ledger.failures.length),
      target: '0',
      isMet: ledger.failures.length === 0,
    },
  ];
}

const differ = (calm, lines) => [
  ...lines.filter((line) => !calm.includes(line)).map((line) => `+ ${line}`),
  ...calm.filter((line) => !lines.includes(line)).map((line) => `− ${line}`),
];

function show(title, lines) {
  for (const line of lines.slice(0, mostShown)) console.error(title, line);
  if (lines.length > mostShown) console.error(`  and ${lines.length - mostShown} more`);
}
