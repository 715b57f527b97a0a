/** Where to go after signing in: a path of this origin, or `/` for anything else. */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith('/')) return '/';
  const here = 'http://same.invalid';
  const url = URL.canParse(next, here) ? new URL(next, here) : null;
  if (url?.origin !== here || url.pathname.startsWith('//') || url.pathname === '/sign-in') return '/';
  return url.pathname + url.search + url.hash;
}
