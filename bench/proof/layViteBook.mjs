import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const storiesOfComponent = 5;
/** Of the library that all components share, which is as large as that of a small design system. */
const sharedBytes = 1_000_000;

/** As much of Storybook's preview as captures need. Its stories are loaded when they are shown. */
const preview = `
const listeners = new Map();
const entries = (await (await fetch('./index.json')).json()).entries;
const current = { storyStoreValue: {}, currentRender: {}, ready: async () => {},
  extract: async () => Object.fromEntries(Object.values(entries).map((entry) => [entry.id, { ...entry, parameters: {} }])) };
const say = (event, detail) => { for (const listener of listeners.get(event) ?? []) listener(detail); };
const enter = (newPhase) => {
  current.currentRender.phase = newPhase;
  say('storyRenderPhaseChanged', { newPhase, storyId: current.currentRender.id });
};
async function show({ storyId }) {
  const entry = entries[storyId];
  if (!entry) return say('storyMissing', storyId);
  const { render } = await stories[entry.importPath]();
  current.currentRender = { id: storyId, phase: 'loading', story: { unboundStoryFn: () => {} } };
  say('storyPrepared', { id: storyId });
  const root = document.querySelector('#storybook-root');
  enter('rendering');
  root.replaceChildren();
  render(root, entry.name);
  enter('completed');
}
window.__STORYBOOK_PREVIEW__ = current;
window.__STORYBOOK_ADDONS_CHANNEL__ = {
  on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  emit: (event, detail) => { if (event === 'setCurrentStory' || event === 'forceRemount') show(detail); },
};
const first = new URLSearchParams(location.search).get('id');
if (first) show({ storyId: first });
`;

const shared = Array.from(
  { length: Math.ceil(sharedBytes / 60) },
  (_, index) => `export const part${index}={name:"part ${index}",of:[${index},"./a"]};`,
).join('\n');

/**
 * Writes a build of a Storybook as Vite names and links its files: a chunk for each component and for each file of stories,
 * a library that they share, a table of dependencies, and hashes in names.
 * @param changed the number of a component whose text is another; null for none
 */
export function layViteBook(folder, stories, changed = null) {
  const files = new Map();
  const add = (stem, extension, text) => {
    const hash = createHash('sha256').update(text).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 8);
    const path = `assets/${stem}-${hash}.${extension}`;
    files.set(path, text);
    return path;
  };
  const name = (path) => path.slice('assets/'.length);
  const library = add('shared', 'js', shared);
  const table = [library];
  const entries = {};
  const loaders = [];
  for (let component = 0; component * storiesOfComponent < stories; component += 1) {
    const mark = component === changed ? 'changed' : 'as it was';
    const sheet = add(`Part${component}`, 'css', `.part${component}{color:hsl(${component % 360} 60% 30%)}`);
    const code = add(
      `Part${component}`,
      'js',
      `import{part${component} as p}from"./${name(library)}";export const draw=(root,name)=>{` +
        `const e=document.createElement("h1");e.className="part${component}";e.textContent=name+" "+p.name+" ${mark}";root.append(e)};`,
    );
    const story = add(
      `Part${component}.stories`,
      'js',
      `import{draw as d}from"./${name(code)}";import"./${name(library)}";export const render=(root,name)=>d(root,name);`,
    );
    const at = table.push(story, code, sheet) - 3;
    loaders.push(
      `"./src/Part${component}.stories.tsx":()=>__p(()=>import("./${name(story)}"),__vite__mapDeps([${at},0,${at + 1},${at + 2}]),import.meta.url)`,
    );
    for (let index = 0; index < storiesOfComponent; index += 1) {
      if (component * storiesOfComponent + index >= stories) break;
      const id = `part${component}--story-${index}`;
      const importPath = `./src/Part${component}.stories.tsx`;
      entries[id] = { type: 'story', id, title: `Part${component}`, name: `Story ${index}`, importPath };
    }
  }
  const main = add(
    'iframe',
    'js',
    `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(table.map((path) => `./${name(path)}`))})))=>i.map(i=>d[i]);\n` +
      `const __p=(load,deps)=>{for(const dep of deps)if(dep.endsWith(".css")){const href=new URL(dep,import.meta.url).href;` +
      `if(!document.querySelector('link[href="'+href+'"]'))document.head.append(Object.assign(document.createElement("link"),{rel:"stylesheet",href}))}return load()};\n` +
      `const stories={${loaders.join(',')}};\n${preview}`,
  );
  files.set(
    'iframe.html',
    `<!doctype html><div id="storybook-root"></div><script type="module" crossorigin src="./${main}"></script>`,
  );
  files.set('index.json', JSON.stringify({ v: 5, entries }));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
