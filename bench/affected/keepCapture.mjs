import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Captures unless an earlier run did, whose images and targets are in a folder. */
export async function keepCapture(folder, capture) {
  if (existsSync(folder)) return read(folder);
  const captured = await capture();
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const shots = [...captured.shots].map(([name, { png, ...shot }], index) => {
    const file = png && `${index}.png`;
    if (file) writeFileSync(join(part, file), png);
    return { name, file, ...shot };
  });
  writeFileSync(join(part, 'shots.json'), JSON.stringify({ shots, targets: captured.targets }, null, 2));
  renameSync(part, folder);
  return captured;
}

function read(folder) {
  const { shots, targets } = JSON.parse(readFileSync(join(folder, 'shots.json'), 'utf8'));
  const withImages = shots.map(({ name, file, ...shot }) => [
    name,
    { ...shot, png: file && readFileSync(join(folder, file)) },
  ]);
  return { shots: new Map(withImages), targets };
}
