import { type CiEnvironment, type Env, withoutHeads } from './CiEnvironment.js';

const variable = (env: Env, name: string) => env[`GITHOST_${name}`] || env[`GITHUB_${name}`] || undefined;

/** The head of the pull request in an event payload. */
function pullRequestHead(payload: string | undefined): string | undefined {
  if (payload === undefined) return undefined;
  try {
    const sha: unknown = JSON.parse(payload)?.pull_request?.head?.sha;
    return typeof sha === 'string' ? sha : undefined;
  } catch {
    return undefined;
  }
}

/** GitHub Actions and what speaks like it (Gitea, Forgejo): `GITHOST_*`, for which `GITHUB_*` stands. */
export const codeHost: CiEnvironment = {
  branch: (env) => variable(env, 'HEAD_REF') ?? withoutHeads(variable(env, 'REF')),
  commit: (env, readText) => {
    const path = variable(env, 'EVENT_PATH');
    return (path && pullRequestHead(readText(path))) || variable(env, 'SHA');
  },
  baselineRef: (env) => variable(env, 'BASE_REF'),
};
