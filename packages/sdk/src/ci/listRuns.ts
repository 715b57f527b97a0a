import { appVeyor } from './appVeyor.js';
import { azurePipelines } from './azurePipelines.js';
import { bitbucket } from './bitbucket.js';
import { buildkite } from './buildkite.js';
import { branchOfFork, type CiRun, type Claim, type Env, type ReadText, unknownOwner } from './CiRun.js';
import { circleCi } from './circleCi.js';
import { codeHost } from './codeHost.js';
import { drone } from './drone.js';
import { gitlab } from './gitlab.js';
import { heroku } from './heroku.js';
import { jenkins } from './jenkins.js';
import { otherCi } from './otherCi.js';
import { semaphore } from './semaphore.js';
import { travis } from './travis.js';
import { woodpecker } from './woodpecker.js';

const systems: ((env: Env, readText: ReadText) => CiRun | null)[] = [
  codeHost,
  gitlab,
  jenkins,
  azurePipelines,
  bitbucket,
  buildkite,
  circleCi,
  semaphore,
  travis,
  appVeyor,
  drone,
  woodpecker,
  heroku,
  otherCi,
];

/** What the CIs whose variables are set say of the run, in the order in which they count. */
export const listRuns = (env: Env, readText: ReadText): CiRun[] =>
  systems.flatMap((system) => {
    const run = system(env, readText);
    return run ? [{ ...run, ...withTarget(run) }] : [];
  });

/** `gh-readonly-queue/main/pr-7-1a2b…`: a merge queue makes such a branch for what would become of `main`. */
const queueBranch = /^(?:refs\/heads\/)?gh-readonly-queue\/(.+)\/pr-\d+-[0-9a-f]+$/;

/** The branch that a merge queue leads to. */
export const targetOfQueue = (branch: string | undefined): string | undefined =>
  queueBranch.exec(branch ?? '')?.[1];

function withTarget({ claims, baselineRef }: CiRun): Pick<CiRun, 'claims' | 'baselineRef'> {
  const target = baselineRef ?? targetOfQueue(claims[0]?.branch);
  // A pull request from main to main comes from another main.
  const named = ({ branch, ...claim }: Claim): Claim => ({
    ...claim,
    branch: branch && branch === baselineRef ? branchOfFork(unknownOwner, branch) : branch,
  });
  return { claims: claims.map(named), baselineRef: target };
}
