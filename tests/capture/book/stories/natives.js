import { gif, markup, still } from '../draw.js';

const avif =
  'data:image/avif;base64,AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUEAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAAG/wAAACoAAgAAAAEAAAbEAAAAGwAAAEJpaW5mAAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAw2lwcnAAAACdaXBjbwAAABRpc3BlAAAAAAAAACgAAAAoAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAABAA0AAIAAAAAOcGl4aQAAAAABCAAAAAxhdjFDgQAcAAAAADhhdXhDAAAAAHVybjptcGVnOm1wZWdCOmNpY3A6c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlwbWEAAAAAAAAAAgABBAECgwQAAgQBBYYHAAAFA21vb3YAAAB4bXZoZAEAAAAAAAAA5y8YdAAAAADnLxh0AAAABwAAAAAAAAADAAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAIldHJhawAAAGh0a2hkAQAAAQAAAADnLxh0AAAAAOcvGHQAAAABAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAoAAAAKAAAAAABtW1kaWEAAAAsbWRoZAEAAAAAAAAA5y8YdAAAAADnLxh0AAAABwAAAAAAAAADVcQAAAAAAChoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAbGliYXZpZgAAAAFZbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAABGXN0YmwAAAAUc3RjbwAAAAAAAAABAAAG/wAAABxzdHNjAAAAAAAAAAEAAAABAAAAAwAAAAEAAAAgc3RzegAAAAAAAAAAAAAAAwAAACoAAAAiAAAAGAAAABRzdHNzAAAAAAAAAAEAAAABAAAAGHN0dHMAAAAAAAAAAQAAAAMAAAABAAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAACgAKABIAAAASAAAAAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAAgAAAABBjY3N0AAAAAHwAAAAAAAJedHJhawAAAGh0a2hkAQAAAQAAAADnLxh0AAAAAOcvGHQAAAACAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAoAAAAKAAAAAAAFHRyZWYAAAAMYXV4bAAAAAEAAAHabWRpYQAAACxtZGhkAQAAAAAAAADnLxh0AAAAAOcvGHQAAAAHAAAAAAAAAANVxAAAAAAAKGhkbHIAAAAAAAAAAGF1eHYAAAAAAAAAAAAAAABsaWJhdmlmAAAAAX5taW5mAAAAFHZtaGQAAAABAAAAAAAAAAAAAAAkZGluZgAAABxkcmVmAAAAAAAAAAEAAAAMdXJsIAAAAAEAAAE+c3RibAAAABRzdGNvAAAAAAAAAAEAAAbEAAAAHHN0c2MAAAAAAAAAAQAAAAEAAAADAAAAAQAAACBzdHN6AAAAAAAAAAAAAAADAAAAGwAAABAAAAAQAAAAFHN0c3MAAAAAAAAAAQAAAAEAAAAYc3R0cwAAAAAAAAABAAAAAwAAAAEAAAC6c3RzZAAAAAAAAAABAAAAqmF2MDEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAKAAoAEgAAABIAAAAAAAAAAEKQU9NIENvZGluZwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY//8AAAAMYXYxQ4EAHAAAAAAQY2NzdAAAAAB8AAAAAAAAOGF1eGkAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAACnbWRhdBIACgoAAAACrPObXyVAMgsQAIAAAGoJEQ9DoBIAMgwwA8CAAABGgAQAmRASADIMMAXBBAAARoAEAJkQEgAKDSAAAAKs85tfJAQ0AIAyFxAAgAAASxfHSgyEO1CJuuy/nOABonByEgAyHjADwIAAAEaAAQAAAurgC19b0slqtSVL/ETvaocFIBIAMhQwBcEEAABGgAEAAgprtvGsZGNycA==';

export const progressWithoutAnEnd = still('progress { width: 300px }', '<progress></progress>');
export const progressOfItsOwnStyle = still(
  'progress { width: 300px; accent-color: crimson } progress::-webkit-progress-bar { background: gold }',
  '<progress></progress>',
);
export const focusedInput = (root) =>
  markup(root, 'input { font-size: 40px; width: 300px }', '<input>').focus();
export const focusedText = (root) =>
  markup(root, 'div { font-size: 40px; caret-color: red }', '<div contenteditable>Text</div>').focus();
export const videoWithControls = still(
  '',
  '<video src="sweep.webm" width="320" muted autoplay loop controls></video>',
);
export const videoAtRestWithControls = still(
  '',
  '<video src="sweep.webm" width="320" muted controls></video>',
);
export const audioWithControls = still('', '<audio src="sweep.webm" controls></audio>');
export const audioThatPlays = still('', '<audio src="sweep.webm" controls muted autoplay loop></audio>');
export function videoBegunAgain(root) {
  const element = markup(root, '', '<video src="sweep.webm" width="320" muted autoplay loop></video>');
  element.onpause = () => element.play().catch(() => {});
}

export const animatedAvif = still('img { width: 160px }', `<img src="${avif}" alt="">`);
export const gifAsAMask = still(
  `.box { width: 200px; height: 120px; background: teal; mask: url("${gif}") 0 0 / 60px }`,
  '<div class="box"></div>',
);
export const gifInAList = still(
  `ul { list-style-image: url("${gif}") }`,
  '<ul><li>One</li><li>Two</li></ul>',
);
export const gifOfASet = still(
  `.box { width: 200px; height: 120px; background: image-set(url("${gif}") 1x) }`,
  '<div class="box"></div>',
);
export const gifAsAPoster = still('', `<video poster="${gif}" width="320" height="180"></video>`);
export const gifAsAButton = still('', `<input type="image" src="${gif}" width="120" alt="">`);
export const gifInAnObject = still(
  '',
  `<object data="${gif}" type="image/gif" width="120" height="120"></object>`,
);
export const gifInAnEmbed = still('', `<embed src="${gif}" type="image/gif" width="120" height="120">`);
export const gifInAPicture = still('', `<picture><source srcset="${gif}"><img width="120" alt=""></picture>`);
export const gifInAPattern = still(
  '',
  `<svg width="240" height="120"><pattern id="tiles" width="40" height="40" patternUnits="userSpaceOnUse"><image href="${gif}" width="30" height="30"/></pattern><rect width="240" height="120" fill="url(#tiles)"/></svg>`,
);
export const symbolThatIsUsed = still(
  '',
  `<svg width="240" height="120"><symbol id="disc"><circle cx="40" cy="40" r="10"><animate attributeName="r" values="10;38;10" dur="1s" repeatCount="indefinite"/></circle></symbol>
  <use href="#disc"/><use href="#disc" x="100"/></svg>`,
);

export const openingDetails = (root) => {
  const element = markup(
    root,
    `:root { interpolate-size: allow-keywords } details::details-content { height: 0; overflow: clip; transition: height 2s, content-visibility 2s allow-discrete }
    details[open]::details-content { height: auto }`,
    '<details><summary>More</summary><p>One</p><p>Two</p><p>Three</p></details>',
  );
  setTimeout(() => {
    element.open = true;
  }, 100);
};
export const popover = (root) => {
  markup(
    root,
    `[popover] { transition: opacity 1s, translate 1s, display 1s allow-discrete, overlay 1s allow-discrete; opacity: 0; translate: 0 40px }
    [popover]:popover-open { opacity: 1; translate: 0 0 } @starting-style { [popover]:popover-open { opacity: 0; translate: 0 -40px } }`,
    '<div popover>Shown above</div>',
  ).showPopover();
};
export const paintedByAWorklet = async (root) => {
  try {
    CSS.registerProperty({ name: '--svc-part', syntax: '<number>', inherits: false, initialValue: '0' });
  } catch {
    // It is registered already.
  }
  const code = `registerPaint('part', class { static get inputProperties() { return ['--svc-part'] } paint(brush, { width, height }, style) {
    brush.fillStyle = 'crimson'; brush.fillRect(0, 0, width * Number(style.get('--svc-part')), height) } })`;
  markup(
    root,
    '@keyframes grow { to { --svc-part: 1 } } .box { width: 300px; height: 60px; background: paint(part), gold; animation: grow 1s linear infinite }',
    '<div class="box"></div>',
  );
  await CSS.paintWorklet?.addModule(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
};
