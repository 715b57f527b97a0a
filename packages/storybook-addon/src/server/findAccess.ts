import { execFile } from 'node:child_process';
import { defaultApiUrl, type Env } from '@svc/sdk';
import { serverOf, storedLogin } from './storedLogin.js';

/** The service, and what opens it. */
export interface Access {
  apiUrl: string;
  apiKey: string;
  /** `org/project`; a key needs none. */
  project: string | undefined;
  /** Whether a person is behind it. */
  isLogin: boolean;
}

export const apiUrlOf = (env: Env): string => env.SVC_API_URL?.trim() || defaultApiUrl;

/** `SVC_API_KEY`, else the stored login of the server; null for neither. */
export async function findAccess(env: Env, cwd: string): Promise<Access | null> {
  const apiUrl = apiUrlOf(env);
  const given = env.SVC_API_KEY?.trim();
  const apiKey = given || (await storedLogin(env, apiUrl));
  if (!apiKey) return null;
  const named = env.SVC_PROJECT?.trim() || undefined;
  // `svc local` hands a login on as if it were a key.
  const isLogin = apiKey.startsWith('svcl_');
  return {
    apiUrl,
    apiKey,
    project: named ?? (isLogin ? await linkedProject(cwd, apiUrl) : undefined),
    isLogin,
  };
}

/** What `svc project set` wrote. */
const linkedProject = (cwd: string, apiUrl: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const line = ['config', '--local', '--get', `svc.${serverOf(apiUrl)}.project`];
    execFile('git', line, { cwd, encoding: 'utf8', windowsHide: true }, (error, stdout) =>
      resolve(error ? undefined : stdout.trim() || undefined),
    );
  });
