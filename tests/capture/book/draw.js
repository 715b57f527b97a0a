/** Fills the root with markup, and its style sheet. */
export function markup(root, style, html) {
  root.innerHTML = `<style>${style}</style>${html}`;
  return root.lastElementChild;
}

/** A story that is markup alone. */
export const still = (style, html) => (root) => {
  markup(root, style, html);
};

/** Calls `draw` with each frame until the story ends. */
export function eachFrame(ending, draw) {
  const step = (time) => {
    if (ending.aborted) return;
    draw(time);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Calls `tick` every so often until the story ends. */
export function every(ending, milliseconds, tick) {
  const timer = setInterval(tick, milliseconds);
  ending.addEventListener('abort', () => clearInterval(timer));
}

/** An element that shows text. */
export function output(root) {
  const element = document.createElement('output');
  element.style.font = '32px monospace';
  root.append(element);
  return element;
}

/** A canvas of 320 × 160 and its brush. */
export function board(root) {
  const canvas = document.createElement('canvas');
  canvas.width = 320;
  canvas.height = 160;
  root.append(canvas);
  return canvas;
}

/** A disc on an empty canvas, where an angle of a circle says. */
export function drawDisc(brush, angle) {
  brush.clearRect(0, 0, 320, 160);
  brush.fillStyle = 'teal';
  brush.beginPath();
  brush.arc(160 + 100 * Math.cos(angle), 80 + 50 * Math.sin(angle), 20, 0, 7);
  brush.fill();
}

/** Three frames of 150 ms each: red, gold, teal. */
export const gif =
  'data:image/gif;base64,R0lGODlhKAAoAIAAAExpcdwUPCH/C05FVFNDQVBFMi4wAwEAAAAh+QQFDwAAACwAAAAAKAAoAAACJ4yPqcvtD6OctNqLs968+w+G4kiW5omm6sq27gvH8kzX9o3n+s4jBQAh+QQFDwAAACwAAAAAKAAoAIBMaXH/1wACJ4yPqcvtD6OctNqLs968+w+G4kiW5omm6sq27gvH8kzX9o3n+s4jBQAh+QQFDwAAACwAAAAAKAAoAIBMaXEAgIACJ4yPqcvtD6OctNqLs968+w+G4kiW5omm6sq27gvH8kzX9o3n+s4jBQA7';
