import { still } from '../draw.js';

const box = 'width: 120px; height: 60px; background: teal';

export const pulsingOpacity = still(
  `@keyframes pulse { 50% { opacity: .3 } } .box { ${box}; animation: pulse 2s cubic-bezier(.4, 0, .6, 1) infinite }`,
  '<div class="box"></div>',
);
export const pulsingScale = still(
  `@keyframes pulse { 50% { transform: scale(1.4) } }
  .box { ${box}; margin: 40px; animation: pulse 1s ease-in-out infinite; border-radius: 9px; color: white }`,
  '<div class="box">Text that is scaled</div>',
);
export const ping = still(
  `@keyframes ping { 75%, 100% { transform: scale(2); opacity: 0 } } .halo { position: relative; margin: 40px; width: 20px; height: 20px }
  .halo i { position: absolute; inset: 0; border-radius: 50%; background: crimson } .halo i:first-child { animation: ping 1s infinite }`,
  '<div class="halo"><i></i><i></i></div>',
);
export const glowingShadow = still(
  `@keyframes glow { to { box-shadow: 0 0 30px 12px teal } } .box { ${box}; margin: 40px; animation: glow .9s infinite alternate }`,
  '<div class="box"></div>',
);
export const changingHue = still(
  `@keyframes hue { to { filter: hue-rotate(360deg) } } .box { ${box}; animation: hue 4s linear infinite }`,
  '<div class="box"></div>',
);
export const blurredBackdrop = still(
  `@keyframes blur { to { backdrop-filter: blur(12px) } } .below { background: repeating-linear-gradient(45deg, red 0 10px, gold 10px 20px) }
  .box { width: 120px; height: 60px; animation: blur 1.5s infinite alternate }`,
  '<div class="below"><div class="box"></div></div>',
);
export const clipPath = still(
  `@keyframes wipe { from { clip-path: inset(0 100% 0 0) } to { clip-path: inset(0) } } .box { ${box}; animation: wipe 1s infinite alternate }`,
  '<div class="box"></div>',
);
export const inThreeDimensions = still(
  `@keyframes flip { to { transform: rotateY(360deg) } } .stage { perspective: 300px; padding: 40px }
  .box { ${box}; transform-style: preserve-3d; animation: flip 3s linear infinite; animation-delay: -.4s; color: white }`,
  '<div class="stage"><div class="box">Both sides</div></div>',
);
export const alongAPath = still(
  `@keyframes go { to { offset-distance: 100% } }
  .box { width: 20px; height: 20px; background: crimson; offset-path: path('M20,20 C120,180 200,-60 300,80'); animation: go 2s linear infinite }`,
  '<div class="box"></div>',
);
export const spriteSteps = still(
  `@keyframes walk { to { background-position-x: -400px } }
  .sprite { width: 100px; height: 100px; background: linear-gradient(90deg, red 25%, gold 0 50%, teal 0 75%, navy 0) 0 / 400px;
    animation: walk .6s steps(4) infinite }`,
  '<div class="sprite"></div>',
);
export const composedAdditively = still(
  `@keyframes side { to { transform: translateX(90px) } } @keyframes grow { to { transform: scale(1.5) } }
  .box { ${box}; margin: 40px; animation: side 1s infinite alternate, grow 1.7s infinite; animation-composition: add }`,
  '<div class="box"></div>',
);
export const twoAndAHalfTimes = still(
  `@keyframes slide { to { margin-left: 200px } } .box { ${box}; animation: slide 2s 2.5 alternate both }`,
  '<div class="box"></div>',
);
export const customProperty = still(
  `@property --shift { syntax: '<length>'; inherits: true; initial-value: 0px } @keyframes shift { to { --shift: 180px } }
  .track { animation: shift 1.1s linear infinite } .box { ${box}; translate: var(--shift) } p { margin-left: calc(var(--shift) / 2) }`,
  '<div class="track"><div class="box"></div><p>Half as far</p></div>',
);
export const unregisteredProperty = still(
  `@keyframes words { 0% { --word: 'one' } 33% { --word: 'two' } 66% { --word: 'three' } }
  .word { font-size: 40px; animation: words 1s infinite } .word::after { content: var(--word, 'none') }`,
  '<div class="word"></div>',
);
export const pseudoElements = still(
  `@keyframes drift { to { transform: translateX(200px) } } .box { ${box} }
  .box::before, .box::after { content: ''; display: block; width: 30px; height: 20px; background: gold; animation: drift .7s linear infinite }
  .box::after { animation-duration: .9s; background: crimson }
  li::marker { color: red; animation: drift 1s infinite }`,
  '<div class="box"></div><ul><li>marked</li></ul>',
);
export const overlappingLayers = still(
  `@keyframes sway { from { transform: translate3d(-3.3px, 1.7px, 0) rotate(1deg) } to { transform: translate3d(80.6px, 9.2px, 0) rotate(-3deg) } }
  .box { ${box}; position: absolute; opacity: .6; will-change: transform, opacity; animation: sway 1.9s infinite alternate ease-in-out }
  .box + .box { margin: 20px; background: crimson; animation-duration: 2.3s } .box + .box + .box { margin: 40px; background: gold; z-index: -1 }`,
  '<div class="box">A</div><div class="box">B</div><div class="box">C</div><p>Text that lies between the layers</p>',
);
export const nestedTransforms = still(
  `@keyframes turn { to { rotate: 1turn } } @keyframes breathe { 50% { scale: 1.25 } }
  .outer { width: 160px; height: 160px; margin: 30px; background: #eee; animation: breathe 2s infinite } .inner { ${box}; animation: turn 3s linear infinite }`,
  '<div class="outer"><div class="inner">Nested</div></div>',
);
export const movingText = still(
  `@keyframes drift { from { transform: translateX(.3px) } to { transform: translateX(61.7px) } }
  p { font-size: 19px; animation: drift 1.7s linear infinite } p + p { animation-delay: -.6s; will-change: transform }`,
  '<p>Letters are painted at parts of a pixel</p><p>so a layer that moved may hold others</p>',
);
export const blinkingCaret = still(
  `@keyframes blink { 50% { border-color: transparent } } @keyframes type { from { width: 0 } to { width: 18ch } }
  .line { font: 20px monospace; width: 18ch; overflow: hidden; white-space: nowrap; border-right: 2px solid;
    animation: type 3s steps(18), blink .8s step-end infinite }`,
  '<div class="line">Typed by a keyframe</div>',
);
export const changingFontSize = still(
  `@keyframes grow { to { font-size: 40px; letter-spacing: 3px } } p { animation: grow 2s infinite alternate }`,
  '<p>Every frame is laid out</p><p>in turn</p>',
);
export const inAContainer = still(
  `@keyframes widen { to { width: 300px } } .frame { width: 150px; container-type: inline-size; animation: widen 1s infinite alternate }
  .frame p { background: gold } @container (min-width: 200px) { .frame p { background: teal } }`,
  '<div class="frame"><p>Narrow or wide</p></div>',
);
