/**
 * Puts a text on the clipboard.
 * @returns false where the browser refuses it
 */
export async function copyText(text: string): Promise<boolean> {
  // Pages without TLS have no clipboard of the newer kind.
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const box = document.createElement('textarea');
  box.value = text;
  box.style.position = 'fixed';
  document.body.append(box);
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  return copied;
}
