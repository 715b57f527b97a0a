/** Whether anything in the root moves, or could: to hold it still takes more than a look. */
export function movesIn(root: Document | ShadowRoot): boolean {
  const timed = 'video, audio, svg :is(animate, animateMotion, animateTransform, set)';
  return root.getAnimations().length > 0 || root.querySelector(timed) !== null;
}
