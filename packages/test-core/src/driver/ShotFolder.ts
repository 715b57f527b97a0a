import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBases, writeBases } from '../bases/baseFile.js';
import type { BaseHashes, KnownBases } from '../bases/KnownBases.js';
import type { Shot } from '../Shot.js';
import type { KeptShot, Note } from './KeptShot.js';
import { type Attempt, attemptOf, type RunningTest } from './RunningTest.js';
import { withoutStale } from './withoutStale.js';

/** Whose name the processes of the tests inherit. */
const variable = 'SVC_SHOT_FOLDER';
const failedMark = 'failed';

let count = 0;

/** Where the processes of one run leave their pictures, for the one process that uploads them. */
export class ShotFolder {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Of the run that this process is part of; null where no process began one. */
  static ofRun(env: Record<string, string | undefined> = process.env): ShotFolder | null {
    const path = env[variable];
    return path ? new ShotFolder(path) : null;
  }

  /** Outside of the repository, and not for other users of the machine. */
  static make(): ShotFolder {
    return new ShotFolder(mkdtempSync(join(tmpdir(), 'svc-shots-')));
  }

  /** Processes that begin from now on leave their pictures here. */
  share(env: Record<string, string | undefined> = process.env): void {
    env[variable] = this.#path;
  }

  /** What the snapshots of a suite are compared with, for the processes of the tests. */
  writeBases(suite: string, hashes: BaseHashes): void {
    // A run that was short has removed it.
    if (existsSync(this.#path)) writeBases(this.#path, suite, hashes);
  }

  /** Null where that is not known, or not yet. */
  bases(suite: string): KnownBases | null {
    return readBases(this.#path, suite);
  }

  /** @param layout a layout record as JSON, where one was taken */
  keep(kept: KeptShot, png: Uint8Array, layout?: string | null): void {
    const name = this.#nextName();
    writeFileSync(`${name}.png`, png);
    if (layout) writeFileSync(`${name}.layout`, layout);
    writeNote(name, kept);
  }

  /** An attempt has passed: what only earlier ones took of its test is not uploaded. */
  notePassed(test: RunningTest): void {
    const passed = attemptOf(test);
    if (passed) writeNote(this.#nextName(), { passed });
  }

  /** A test has failed, of a runner that does not tell the process that uploads. */
  noteFailure(): void {
    writeFileSync(join(this.#path, failedMark), '');
  }

  /** The pictures in the order in which they were taken, but first those of attempts that failed before their test passed. */
  read(): { shots: (KeptShot & { shot: Shot })[]; hasFailed: boolean } {
    const files = readdirSync(this.#path);
    const notes = files
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ file, time: statSync(join(this.#path, file), { bigint: true }).mtimeNs }))
      // The names count those of one process, whose times may be equal.
      .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.file < b.file ? -1 : 1))
      .map(({ file }): Note => ({ file, ...JSON.parse(readFileSync(join(this.#path, file), 'utf8')) }));
    const attempts = new Map<string, number>();
    const shots = withoutStale(notes).map(({ file, shot, by: _, ...kept }) => {
      const path = join(this.#path, file);
      const key = JSON.stringify([shot.testId, shot.suite, shot.name, shot.viewport, shot.browser]);
      const attempt = Math.max(shot.attempt ?? 0, attempts.get(key) ?? 0);
      attempts.set(key, attempt + 1);
      const [png, layout] = ['.png', '.layout'].map((end) => path.replace(/\.json$/, end)) as [
        string,
        string,
      ];
      const layoutFile = existsSync(layout) ? layout : undefined;
      return { ...kept, shot: { ...shot, attempt, file: png, layoutFile } };
    });
    return { shots, hasFailed: files.includes(failedMark) };
  }

  remove(env: Record<string, string | undefined> = process.env): void {
    if (env[variable] === this.#path) delete env[variable];
    rmSync(this.#path, { recursive: true, force: true });
  }

  #nextName(): string {
    count += 1;
    return join(this.#path, `${String(count).padStart(8, '0')}-${randomUUID()}`);
  }
}

/** A process that is killed leaves no half note. */
function writeNote(name: string, note: KeptShot | { passed: Attempt }): void {
  writeFileSync(`${name}.part`, JSON.stringify(note));
  renameSync(`${name}.part`, `${name}.json`);
}
