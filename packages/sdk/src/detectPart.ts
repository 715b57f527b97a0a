import { argumentError } from './arguments/argumentError.js';
import type { Env } from './ci/CiRun.js';
import { runsOf } from './ci/runsOf.js';
import { isShard, shardOfCommand } from './ci/shards.js';
import { textOf } from './environment/textOf.js';

/** Which part of a run this is: the check of a commit waits for all parts. */
export interface RunPart {
  /** `2/4`, or `2/?` where the number is not known. `1/1` is the whole. */
  shard: string | undefined;
  /** Name of the job. Without a shard it is the part. */
  job: string | undefined;
  /** Id of the run, equal for all its jobs, shards and attempts. */
  runKey: string | undefined;
}

export interface PartOptions {
  /** Comes before what the environment says. */
  shard?: string | undefined;
  /** A command line of Playwright, Vitest or Jest, whose `--shard` comes after `SVC_SHARD`. */
  command?: readonly string[] | undefined;
}

/** The most characters of a name. */
const longestName = 512;

const nameOf = (text: string | undefined): string | undefined =>
  text?.replace(/\s+/g, ' ').trim().slice(0, longestName) || undefined;

/**
 * The part of the run: shard (`shard`, `SVC_SHARD`, the command line, CI), job (`SVC_JOB`, CI) and run (`SVC_RUN_KEY`,
 * CI).
 * @throws SvcError `VALIDATION_ERROR` for a shard that is none
 */
export function detectPart(env: Env = process.env, { shard, command = [] }: PartOptions = {}): RunPart {
  const run = runsOf(env).find((one) => one.shard || one.job || one.run);
  return {
    shard:
      checked('shard', shard) ?? checked('SVC_SHARD', env.SVC_SHARD) ?? shardOfCommand(command) ?? run?.shard,
    job: nameOf(env.SVC_JOB) ?? nameOf(run?.job),
    runKey: nameOf(env.SVC_RUN_KEY) ?? nameOf(run?.run && `${run.ci}:${run.run}`),
  };
}

function checked(source: string, given: string | undefined): string | undefined {
  const shard = textOf(given);
  if (!shard) return undefined;
  if (isShard(shard)) return shard;
  throw argumentError(source, `must look like 2/4, or 2/? where the number is not known, not "${shard}"`);
}
