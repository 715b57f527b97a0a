import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { containersConf } from '../../scripts/image/podman.mjs';

export interface Podman {
  /** Has Node at {@link node} and nothing else. */
  image: string;
  node: string;
  /** What makes podman use the storage of this test alone. */
  env: Record<string, string>;
  stop(): void;
}

const node = realpathSync(process.execPath);

/** The files that a program needs in order to start. */
function filesOf(program: string): string[] {
  const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g);
  return [program, ...[...libraries].map(([, path = '']) => path)];
}

/** Makes an image from the Node that runs this, in a storage of its own; no registry is asked. */
export function startPodman(): Podman {
  const folder = mkdtempSync(join(tmpdir(), 'svc-podman-'));
  const root = join(folder, 'root');
  for (const path of filesOf(node)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    copyFileSync(path, join(root, path));
  }
  mkdirSync(join(root, 'tmp'));
  const storage = join(folder, 'storage.conf');
  const containers = join(folder, 'containers.conf');
  writeFileSync(
    storage,
    `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/graph"\nrunroot = "${folder}/run"\n`,
  );
  writeFileSync(containers, containersConf());
  const env = { CONTAINERS_STORAGE_CONF: storage, CONTAINERS_CONF: containers };
  const image = 'localhost/svc-test-node:1';
  const archive = join(folder, 'root.tar');
  execFileSync('tar', ['-C', root, '-cf', archive, '.']);
  execFileSync('podman', ['import', '--quiet', archive, image], { env: { ...process.env, ...env } });
  return {
    image,
    node,
    env,
    stop() {
      spawnSync('podman', ['rmi', '--all', '--force'], { env: { ...process.env, ...env } });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
