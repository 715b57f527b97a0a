import { board, drawDisc, eachFrame } from '../draw.js';

export function twoDimensions(root, ending) {
  const brush = board(root).getContext('2d');
  eachFrame(ending, (time) => drawDisc(brush, time / 300));
}

export function particles(root, ending) {
  const brush = board(root).getContext('2d');
  const all = Array.from({ length: 80 }, () => ({ x: Math.random() * 320, y: Math.random() * 160 }));
  eachFrame(ending, () => {
    brush.fillStyle = '#fff4';
    brush.fillRect(0, 0, 320, 160);
    brush.fillStyle = 'navy';
    for (const one of all) {
      one.x = (one.x + Math.random() * 4 + 320) % 320;
      one.y = (one.y + Math.random() * 2 - 1 + 160) % 160;
      brush.fillRect(one.x, one.y, 3, 3);
    }
  });
}

/** A triangle that turns. With `work`, each of its pixels takes as many steps to shade. */
const triangle = (work) => (root, ending) => {
  const canvas = board(root);
  const gl = canvas.getContext('webgl');
  if (!gl) {
    root.textContent = 'no WebGL';
    return;
  }
  const program = gl.createProgram();
  const compile = (type, source) => {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  };
  compile(
    gl.VERTEX_SHADER,
    `attribute vec2 at; uniform float angle;
    void main() { gl_Position = vec4(mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * at, 0., 1.); }`,
  );
  compile(
    gl.FRAGMENT_SHADER,
    `precision highp float; void main() { float sum = 0.;
    for (int n = 0; n < ${work}; n++) { sum += sin(float(n) + gl_FragCoord.x) * .001; }
    gl_FragColor = vec4(.1, .5 + .2 * sin(sum), .5, 1.); }`,
  );
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0.9, -0.8, -0.7, 0.8, -0.7]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  const angle = gl.getUniformLocation(program, 'angle');
  eachFrame(ending, (time) => {
    gl.uniform1f(angle, time / 400);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  });
};
export const webgl = triangle(1);
export const slowWebgl = triangle(20_000);

/** Painted by a worker, whose frames nobody can hold. */
export function painterInAWorker(root, ending) {
  const code = `onmessage = ({ data: canvas }) => { const brush = canvas.getContext('2d'); let shade = 0;
    (function paint() { shade = (shade + 7) % 360; brush.fillStyle = 'hsl(' + shade + ' 80% 50%)'; brush.fillRect(0, 0, 320, 160); requestAnimationFrame(paint); })(); }`;
  const worker = new Worker(URL.createObjectURL(new Blob([code])));
  ending.addEventListener('abort', () => worker.terminate());
  const canvas = board(root).transferControlToOffscreen();
  worker.postMessage(canvas, [canvas]);
}
