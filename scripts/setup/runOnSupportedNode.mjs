import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chooseNode, oldestStart } from './chooseNode.mjs';
import { installNode } from './installNode.mjs';
import { Explained, root, runScript } from './runProgram.mjs';

/** Runs the main part of a script on this Node, or starts the script again on one from npm if this one is too old. */
export async function runOnSupportedNode(main) {
  await runScript(async () => {
    const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const own = process.versions.node;
    const choice = chooseNode(own, engines.node);
    if (choice === 'own') return main();
    if (choice === 'none') throw new Explained(`svc needs Node ${oldestStart} or newer; this is ${own}.`);
    const fetched = await installNode(24);
    if (!fetched) throw new Explained(`svc needs Node ${engines.node}; this is ${own}.`);
    console.log(
      `Node ${own} is too old (svc needs ${engines.node}): running on Node ${fetched.version} from npm.`,
    );
    process.exitCode = await startAgain(fetched);
  });
}

async function startAgain({ node, env }) {
  const child = spawn(node, process.argv.slice(1), { env, stdio: 'inherit' });
  // The terminal sends Ctrl-C to both; the scripts take two signals in a moment for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('exit', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
