import { type AnswerOf, type OperationName, operations } from '@svc/schema';
import type { Page } from 'playwright-core';

type Parts = Partial<Record<'org' | 'id', string>>;

/** What an operation that changes nothing answers to the person of a page, in the project `acme/web`. */
export async function answerOf<Name extends OperationName>(
  page: Page,
  name: Name,
  parts: Parts = {},
): Promise<AnswerOf<Name>> {
  const path = operations[name].path.replace(/:(org|id)/g, (_, part: 'org' | 'id') => parts[part] ?? '');
  const answer = await page.request.get(new URL(path, page.url()).href, {
    headers: { 'x-svc-project': 'acme/web' },
  });
  if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}

/** Whether somebody is signed in. */
export const isSignedIn = async (page: Page): Promise<boolean> =>
  (await page.request.get(new URL(operations.getAccount.path, page.url()).href)).ok();

/** Whether these open an account. */
export async function isLetIn(page: Page, email: string, password: string): Promise<boolean> {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(`${origin}${operations.signInWithPassword.path}`, {
    headers: { origin },
    data: { email, password },
  });
  return answer.ok();
}
