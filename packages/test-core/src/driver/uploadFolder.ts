import { describeReport } from '../describeReport.js';
import { openRun } from '../openRun.js';
import { isLacking, toReview } from '../RunReport.js';
import type { ShotFolder } from './ShotFolder.js';

export interface UploadOptions {
  /** The plugin and its version, such as `svc-puppeteer/0.14.0`. */
  userAgent: string;
  /** `i/n`, where the runner knows it. */
  shard?: string | undefined;
  /** How the tests ended. */
  exitCode: number;
}

/** What a run has to print, and whether it fails although its tests passed. */
export interface Verdict {
  lines: string[];
  fails: boolean;
}

/** Uploads what the tests of a run left behind, and removes it. A service that cannot be used is part of the verdict. */
export async function uploadFolder(
  folder: ShotFolder,
  { userAgent, shard, exitCode }: UploadOptions,
): Promise<Verdict> {
  try {
    const { shots, hasFailed } = folder.read();
    if (shots.length === 0 && !shard) return { lines: [], fails: false };
    const isStrict = shots.some(({ onUploadError = 'fail' }) => onUploadError === 'fail');
    let run: Awaited<ReturnType<typeof openRun>>;
    try {
      run = await openRun({ shard, userAgent });
    } catch (error) {
      return { lines: [`svc: ${(error as Error).message}`], fails: isStrict };
    }
    if (typeof run === 'string') return { lines: [`svc: ${run}`], fails: false };
    run.add(shots.map(({ shot }) => shot));
    const report = await run.end(exitCode || (hasFailed ? 1 : 0));
    const usual = run.isLocal ? 'assert' : 'report';
    const asserted = new Set(shots.filter(({ mode = usual }) => mode === 'assert').map(({ shot }) => shot));
    return {
      lines: describeReport(report).map((line) => `svc: ${line}`),
      fails: (isStrict && isLacking(report)) || toReview(report).some(({ shot }) => asserted.has(shot)),
    };
  } finally {
    folder.remove();
  }
}
