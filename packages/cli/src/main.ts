import { proxiedFetch } from './access/proxiedFetch.js';
import { CliError } from './CliError.js';
import { carriedCode } from './exitCodes.js';
import { run } from './run.js';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Once: a second one ends the process at once, as by default.
  process.once(signal, () => interruption.abort());
}
// A terminal that closes sends it more than once: nobody waits there who could be impatient.
process.on('SIGHUP', () => interruption.abort());

for (const stream of [process.stdout, process.stderr]) {
  // A reader that has seen enough, such as `head`, or a terminal that was closed is not a failure; a session is completed anyway.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}

try {
  globalThis.fetch = (await proxiedFetch(process.env)) ?? globalThis.fetch;
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  process.stderr.write(`svc: ${error.message}\n`);
  process.exit(2);
}

const exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
});
process.exitCode = carriedCode(exitCode, process.platform);
