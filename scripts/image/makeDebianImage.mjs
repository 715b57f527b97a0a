import { copyFileSync, cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installNode } from '../setup/installNode.mjs';
import { installPackages } from '../setup/installPackages.mjs';
import { Explained, runProgram, step } from '../setup/runProgram.mjs';

const release = 'trixie';
const mirror = 'http://deb.debian.org';

/** Makes an image like `node:24-trixie-slim` of Debian's packages and npm's Node. Takes root and debootstrap. */
export async function makeDebianImage(engine, folder) {
  if (process.getuid?.() !== 0) throw new Explained('--debian needs root, which debootstrap does.');
  if (!existsSync('/usr/sbin/debootstrap')) await installPackages('debootstrap', ['debootstrap']);
  const rootfs = path.join(folder, 'rootfs');
  await step(`Bootstrapping Debian ${release}`, () =>
    runProgram('debootstrap', ['--variant=minbase', release, rootfs, `${mirror}/debian`], { quiet: true }),
  );
  writeFileSync(
    path.join(rootfs, 'etc/apt/sources.list'),
    [`debian ${release}`, `debian ${release}-updates`, `debian-security ${release}-security`]
      .map((source) => `deb ${mirror}/${source} main\n`)
      .join(''),
  );
  await addNode(rootfs);
  const archive = path.join(folder, 'rootfs.tar');
  await runProgram('tar', ['-C', rootfs, '--exclude=./var/cache/apt/*', '-cf', archive, '.']);
  const image = `localhost/svc-node:24-${release}`;
  engine.print(['import', archive, image]);
  return image;
}

async function addNode(rootfs) {
  const installed = await installNode(24);
  if (!installed) throw new Explained('npm has no Node 24 for this platform.');
  const modules = path.join(rootfs, 'usr/local/lib/node_modules');
  const bin = path.join(rootfs, 'usr/local/bin');
  mkdirSync(modules, { recursive: true });
  copyFileSync(installed.node, path.join(bin, 'node'));
  const npm = path.join(path.dirname(installed.env.npm_execpath), '..');
  cpSync(npm, path.join(modules, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(bin, name));
}
