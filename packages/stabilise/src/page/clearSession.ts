/** Forgets what stories left in the session storage; other storage is cleared from outside. */
export function clearSession(): void {
  sessionStorage.clear();
}
