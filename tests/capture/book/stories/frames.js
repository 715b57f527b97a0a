import { board, drawDisc, eachFrame, markup, output } from '../draw.js';

/** Counts the frames. */
export function counted(root, ending) {
  const text = output(root);
  let frames = 0;
  eachFrame(ending, () => {
    frames += 1;
    text.value = `frame ${frames}`;
  });
}

/** The angle is the time stamp of the frame. */
export function byTimeStamp(root, ending) {
  const element = markup(
    root,
    '.box { width: 90px; height: 90px; margin: 40px; background: teal }',
    '<div class="box"></div>',
  );
  eachFrame(ending, (time) => {
    element.style.transform = `rotate(${time / 7}deg)`;
  });
}

/** The time since the story began. */
export function bySinceThen(root, ending) {
  const text = output(root);
  const began = performance.now();
  eachFrame(ending, () => {
    text.value = `${Math.round(performance.now() - began)} ms`;
  });
}

/** What each frame took is added up. */
export function byDeltas(root, ending) {
  const brush = board(root).getContext('2d');
  let last;
  let angle = 0;
  eachFrame(ending, (time) => {
    angle += ((time - (last ?? time)) / 1_000) * 3;
    last = time;
    drawDisc(brush, angle);
  });
}

/** By the date, as chart libraries do: ends after a second. */
export function byTheDate(root, ending) {
  const brush = board(root).getContext('2d');
  const began = Date.now();
  const draw = () => {
    const share = Math.min(1, (Date.now() - began) / 1_000);
    brush.clearRect(0, 0, 320, 160);
    [90, 140, 60, 120].forEach((height, n) => {
      brush.fillRect(20 + n * 70, 160 - height * share, 50, height * share);
    });
    if (share < 1 && !ending.aborted) requestAnimationFrame(draw);
  };
  draw();
}

export async function awaited(root, ending) {
  const text = output(root);
  for (let frame = 0; !ending.aborted; frame += 1) {
    text.value = `awaited ${frame}`;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** The work of a frame is done in a message, as schedulers do. */
export function throughMessages(root, ending) {
  const text = output(root);
  const { port1, port2 } = new MessageChannel();
  let renders = 0;
  port1.onmessage = () => {
    renders += 1;
    text.value = `render ${renders}`;
    if (!ending.aborted) requestAnimationFrame(() => port2.postMessage(null));
    else port1.close();
  };
  port2.postMessage(null);
}

/** Shapes of a drawing that a script moves, as Lottie does. */
export function drawingOfAScript(root, ending) {
  root.innerHTML = `<svg width="300" height="120">${'<path fill="none" stroke="teal" stroke-width="4"/>'.repeat(4)}</svg>`;
  const paths = [...root.querySelectorAll('path')];
  const began = performance.now();
  eachFrame(ending, (time) => {
    const frame = ((time - began) / 1_000) * 29.97;
    paths.forEach((path, n) => {
      const lift = 30 * Math.sin(frame / 9 + n);
      path.setAttribute('d', `M10,60 C80,${60 - lift} 200,${60 + lift} 290,${30 + n * 20}`);
    });
  });
}

/** Two loops that know nothing of each other. */
export function twoLoops(root, ending) {
  const texts = [output(root), output(root)];
  texts.forEach((text, n) => {
    let frames = 0;
    eachFrame(ending, () => {
      frames += n + 1;
      text.value = ` loop ${n}: ${frames}`;
    });
  });
}

export function everySecondFrame(root, ending) {
  const text = output(root);
  let last = 0;
  let drawn = 0;
  eachFrame(ending, (time) => {
    if (time - last < 1_000 / 30) return;
    last = time;
    drawn += 1;
    text.value = `drawn ${drawn}`;
  });
}

/** A spring that comes to rest after two seconds. */
export function spring(root, ending) {
  const element = markup(
    root,
    '.box { width: 60px; height: 60px; background: crimson }',
    '<div class="box"></div>',
  );
  let [place, speed, last] = [0, 0, performance.now()];
  const step = (time) => {
    const passed = Math.min(time - last, 64) / 1_000;
    last = time;
    for (let part = 0; part < 8; part += 1) {
      speed += ((200 - place) * 90 - speed * 9) * (passed / 8);
      place += speed * (passed / 8);
    }
    element.style.transform = `translateX(${place.toFixed(2)}px)`;
    if (Math.abs(200 - place) + Math.abs(speed) > 0.1 && !ending.aborted) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** The loop begins when data has come. */
export function afterARequest(root, ending) {
  const text = output(root);
  void fetch(new URL('../draw.js', import.meta.url)).then(() => {
    let frames = 0;
    eachFrame(ending, () => {
      frames += 1;
      text.value = `since the answer: ${frames}`;
    });
  });
}

/** Watches where an element is, and never stops, as anchored menus do. */
export function watchesAnElement(root, ending) {
  const element = markup(
    root,
    '.menu { position: absolute; padding: 12px; background: #eee }',
    '<div class="menu">Anchored</div>',
  );
  eachFrame(ending, () => {
    const { top } = root.getBoundingClientRect();
    element.style.top = `${top + 40}px`;
  });
}

/** Reads the time of the document's timeline, and of an event. */
export function byTheTimeline(root, ending) {
  const text = output(root);
  const times = () => [document.timeline.currentTime, new Event('frame').timeStamp];
  const began = times();
  eachFrame(ending, () => {
    text.value = times()
      .map((time, index) => `${Math.round(time - began[index])} ms`)
      .join(', ');
  });
}
