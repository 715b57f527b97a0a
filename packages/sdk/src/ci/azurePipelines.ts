import { type CiEnvironment, withoutHeads } from './CiEnvironment.js';

/** For a pull request `BUILD_*` names the merge commit and its ref, `SYSTEM_PULLREQUEST_*` the branch itself. */
export const azurePipelines: CiEnvironment = {
  branch: (env) => withoutHeads(env.SYSTEM_PULLREQUEST_SOURCEBRANCH) ?? withoutHeads(env.BUILD_SOURCEBRANCH),
  commit: (env) => env.SYSTEM_PULLREQUEST_SOURCECOMMITID || env.BUILD_SOURCEVERSION,
  baselineRef: (env) => withoutHeads(env.SYSTEM_PULLREQUEST_TARGETBRANCH),
};
