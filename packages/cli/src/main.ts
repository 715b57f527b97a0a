import { proxiedFetch } from './access/proxiedFetch.js';
import { carriedCode } from './exitCodes.js';
import { run } from './run.js';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Once: a second one ends the process at once, as by default.
  process.once(signal, () => interruption.abort());
}

globalThis.fetch = (await proxiedFetch(process.env)) ?? globalThis.fetch;

const exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
});
process.exitCode = carriedCode(exitCode, process.platform);
