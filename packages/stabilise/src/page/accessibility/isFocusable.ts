/** Whether the Tab key reaches an element that is shown. */
export function isFocusable(element: Element): boolean {
  const { tabIndex, disabled } = element as HTMLButtonElement;
  if (!(tabIndex >= 0) || disabled === true || element.closest('[inert]')) return false;
  return !element.matches(':disabled');
}
