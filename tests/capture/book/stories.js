import * as canvas from './stories/canvas.js';
import * as components from './stories/components.js';
import * as cssAnimations from './stories/cssAnimations.js';
import * as dialogs from './stories/dialogs.js';
import * as embedded from './stories/embedded.js';
import * as frames from './stories/frames.js';
import * as images from './stories/images.js';
import * as media from './stories/media.js';
import * as natives from './stories/natives.js';
import * as network from './stories/network.js';
import * as scrolling from './stories/scrolling.js';
import * as spinners from './stories/spinners.js';
import * as svg from './stories/svg.js';
import * as timers from './stories/timers.js';
import * as transitions from './stories/transitions.js';
import * as turns from './stories/turns.js';
import * as webAnimations from './stories/webAnimations.js';
import * as work from './stories/work.js';

const chapters = {
  canvas,
  components,
  cssAnimations,
  dialogs,
  embedded,
  frames,
  images,
  media,
  natives,
  network,
  scrolling,
  spinners,
  svg,
  timers,
  transitions,
  turns,
  webAnimations,
  work,
};

const words = (name) => name.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase();

/** All stories of the book. Each is a function that is given its root, and a signal that ends with the story. */
export const stories = Object.entries(chapters).flatMap(([chapter, rendered]) =>
  Object.entries(rendered).map(([name, render]) => ({
    id: `${chapter}--${name}`.toLowerCase(),
    title: words(chapter),
    name: words(name),
    render,
  })),
);

/** Those that take longest, and are much like others: only `npm run bench:flake` captures them. */
const longest = new Set([
  'canvas--particles',
  'canvas--slowwebgl',
  'components--assistant',
  'components--resizes',
  'embedded--documentofmarkup',
  'embedded--inaclosedroot',
  'embedded--ofablob',
  'embedded--ofdata',
  'embedded--rootsinroots',
  'embedded--videoinaclosedroot',
  'embedded--videoinaframe',
  'embedded--videoinaroot',
  'embedded--withoutscripts',
  'frames--awaited',
  'frames--bydeltas',
  'frames--bysincethen',
  'frames--everysecondframe',
  'frames--throughmessages',
  'frames--twoloops',
  'frames--watchesanelement',
  'media--marqueethatslides',
  'media--marqueetoandfro',
  'media--marqueeupwards',
  'media--videoatrestwhoseframesarecounted',
  'media--videoonacanvas',
  'media--videostartedlate',
  'natives--audiowithcontrols',
  'natives--focusedinput',
  'natives--focusedtext',
  'natives--gifasabutton',
  'natives--gifasamask',
  'natives--gifasaposter',
  'natives--gifinalist',
  'natives--gifinanembed',
  'natives--gifinanobject',
  'natives--gifinapattern',
  'natives--gifinapicture',
  'natives--gifofaset',
  'natives--paintedbyaworklet',
  'natives--popover',
  'natives--progressofitsownstyle',
  'natives--symbolthatisused',
  'natives--videowithcontrols',
  'network--events',
  'network--higherthanthewindow',
  'network--polling',
  'network--requestswithoutanend',
  'svg--styledinabackground',
  'timers--chainoffifty',
  'timers--clock',
  'timers--everyhundred',
  'timers--everyseven',
  'timers--paintedbyaninterval',
  'timers--progress',
  'timers--stopwatch',
  'timers--ticksinaworker',
  'timers--typing',
  'transitions--oftheviewagainandagain',
  'transitions--stepsofaninterval',
  'turns--changeswhatisseen',
  'turns--messagesofthewindow',
  'turns--paintedbymessages',
  'turns--paintedbytimeouts',
  'turns--postedtasks',
  'turns--tasksinthebackground',
  'webanimations--oneaftertheother',
  'work--readswithoutanend',
]);

const indexOf = (chosen) => ({
  v: 5,
  entries: Object.fromEntries(
    chosen.map(({ id, title, name }) => [id, { id, title, name, type: 'story', tags: [] }]),
  ),
});

/** What Storybook writes as `index.json`. */
export const index = indexOf(stories);
const shorter = stories.filter(({ id }) => !longest.has(id));
/** For `npm run test:long`. */
export const longIndex = indexOf(shorter);
/** For `npm test`: every third of these, so that each chapter has some. */
export const shortIndex = indexOf(shorter.filter((_, place) => place % 3 === 0));
