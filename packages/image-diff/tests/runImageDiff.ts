import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/image-diff.js', import.meta.url));

export interface Ended {
  code: number | null;
  out: string;
  error: string;
}

/** Runs the built command, as a shell would. */
export function runImageDiff(
  args: readonly string[],
  { cwd, input = '' }: { cwd: string; input?: Uint8Array | string },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd });
    let [out, error] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      error += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, error }));
    // A command that refuses its flags does not wait for its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
