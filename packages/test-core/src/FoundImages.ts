import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A snapshot and the file that the repository has of it. */
interface FoundImage {
  name: string;
  browser: string | undefined;
  file: string;
}

interface MissingImage extends FoundImage {
  /** Other platforms that there is an image of. */
  platforms: string[];
}

const platforms = ['linux', 'darwin', 'win32'];

/**
 * Of a run that `svc import` makes, which uploads nothing: which file of the repository belongs to each snapshot that the
 * tests take.
 */
export class FoundImages {
  readonly #file: string;
  readonly #platform: string;
  readonly #found = new Map<string, FoundImage>();
  readonly #missing = new Map<string, MissingImage>();
  /** Every file that a snapshot has, or would have, on some platform. */
  readonly #expected = new Set<string>();

  /** @param file that is told what was found */
  constructor(file: string, platform: string) {
    this.#file = file;
    this.#platform = platform;
  }

  /** @param filesOn where the runner may keep the image for a platform, the likeliest first */
  add(
    { name, browser }: { name: string; browser?: string | undefined },
    filesOn: (platform: string) => readonly string[],
  ): void {
    const others = platforms.filter((platform) => platform !== this.#platform);
    const files = filesOn(this.#platform);
    for (const file of [...files, ...others.flatMap(filesOn)]) this.#expected.add(file);
    const key = JSON.stringify([name, browser]);
    const file = files.find((path) => existsSync(path));
    if (file) this.#found.set(key, { name, browser, file });
    else
      this.#missing.set(key, {
        ...{ name, browser, file: files[0] ?? '' },
        platforms: others.filter((platform) => filesOn(platform).some((path) => existsSync(path))),
      });
  }

  /** Appends what was found as one line, so that a second run of one command is seen. */
  write(suite: string): void {
    const found = {
      suite,
      snapshots: [...this.#found.values()],
      missing: [...this.#missing.values()],
      unused: this.#unusedFiles(),
    };
    appendFileSync(this.#file, `${JSON.stringify(found)}\n`);
  }

  /** Images beside the others that belong to no snapshot. */
  #unusedFiles(): string[] {
    return [...new Set([...this.#expected].map((file) => dirname(file)))]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
      .filter((file) => /\.(png|webp)$/.test(file) && !this.#expected.has(file))
      .sort();
  }
}

/** Null outside of a run that `svc import` makes. */
export function openFoundImages(env: NodeJS.ProcessEnv): FoundImages | null {
  const { SVC_IMPORT_FILE: file, SVC_IMPORT_PLATFORM: platform = process.platform } = env;
  return file ? new FoundImages(file, platform) : null;
}
