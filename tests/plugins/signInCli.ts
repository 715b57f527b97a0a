import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Server } from '../service/startServer.js';

async function post<Body>(url: string, body: object): Promise<Body> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** The token that `svc login` gets, once its first person has allowed it in a browser. */
export async function signInCli({ url, signInUrl }: Server, page: Page): Promise<string> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const begun = await post<{ deviceCode: string; verificationUrl: string }>(`${url}/api/v1/cli-logins`, {
    name: 'laptop',
    codeChallenge,
  });
  await page.goto(signInUrl ?? '');
  await page.getByRole('button', { name: 'Later' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
  await page.goto(begun.verificationUrl);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('The command line is signed in').waitFor();
  const { deviceCode } = begun;
  const { token } = await post<{ token: string }>(`${url}/api/v1/cli-logins/token`, {
    deviceCode,
    codeVerifier,
  });
  return token;
}
