/** Gives up what the document still loads: a part that comes half-way through would make two images of one page. */
export function stopLoading(): void {
  window.stop();
}
