import { basename } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../../testing/graphOf.js';
import { attributeLoads } from './attributeLoads.js';
import { compareBuilds, type Proof } from './compareBuilds.js';

type Files = Record<string, string>;

interface Options {
  /** In the names of all chunks. */
  hash?: string;
  cardStyle?: string;
  preview?: string;
  docgen?: string;
  /** A story file that sorts before the others. */
  extra?: boolean;
}

/** A Storybook as Vite builds it: two story files, of which one has a style sheet, and what both share. */
function storybook({
  hash = 'AAAAAAAA',
  cardStyle = '.card{color:red}',
  preview = 'light',
  docgen = '{description:``,props:{kind:{required:!1},size:{required:!0}}}',
  extra = false,
}: Options = {}): Files {
  const chunk = (name: string, ext = 'js') => `${name}-${hash}.${ext}`;
  const table = [
    ...(extra ? [chunk('Alert.stories')] : []),
    chunk('Button.stories'),
    chunk('Button'),
    chunk('Button', 'css'),
    chunk('Card.stories'),
    chunk('Card', 'css'),
  ];
  const deps = (...names: string[]) => `__vite__mapDeps([${names.map((name) => table.indexOf(name))}])`;
  const importer = (name: string, ...names: string[]) =>
    `"./src/${name}.stories.tsx":()=>o(()=>import(\`./${chunk(`${name}.stories`)}\`),${deps(...names)},import.meta.url)`;
  const importers = [
    ...(extra ? [importer('Alert', chunk('Alert.stories'))] : []),
    importer('Button', chunk('Button.stories'), chunk('Button'), chunk('Button', 'css')),
    importer('Card', chunk('Card.stories'), chunk('Button'), chunk('Button', 'css'), chunk('Card', 'css')),
  ];
  const story = (id: string, file: string) => ({
    type: 'story',
    id,
    name: id,
    importPath: `./src/${file}.stories.tsx`,
  });
  const entries = {
    ...(extra && { alert: story('alert', 'Alert') }),
    button: story('button', 'Button'),
    card: story('card', 'Card'),
  };
  return {
    'index.json': JSON.stringify({ v: 5, entries }),
    'iframe.html': `<script type="module" src="./assets/${chunk('iframe')}"></script>`,
    'logo.svg': '<svg/>',
    'assets/font-BBBBBBBB.woff2': 'font',
    [`assets/${chunk('iframe')}`]: `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(table.map((name) => `./${name}`))})))=>i.map(i=>d[i]);fetch("./index.json");theme="${preview}";all={${importers}};load("/logo.svg");export{o};`,
    [`assets/${chunk('Button.stories')}`]: `import{b}from"./${chunk('Button')}";export const Primary=()=>b();`,
    [`assets/${chunk('Button')}`]: `import{o}from"./${chunk('iframe')}";function b(){}b.__docgenInfo=${docgen};export{b};`,
    [`assets/${chunk('Button', 'css')}`]: '@font-face{src:url(./font-BBBBBBBB.woff2)}.button{color:blue}',
    [`assets/${chunk('Card.stories')}`]: `import{b}from"./${chunk('Button')}";export const Card=()=>b(2);`,
    [`assets/${chunk('Card', 'css')}`]: cardStyle,
    ...(extra && { [`assets/${chunk('Alert.stories')}`]: 'export const Alert=()=>1;' }),
  };
}

/** A build whose files have another name. */
const renamed = (files: Files, name: string, to: string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path.replaceAll(name, to),
      // Pages have addresses in attributes, scripts in strings.
      text.replaceAll(name, path.endsWith('.html') ? encodeURI(to) : to),
    ]),
  );

/** A Ladle, with the sources that it shows. */
function ladle({ hash = 'AAAAAAAA', cardStyle = '.card{color:red}' }: Options = {}): Files {
  const lazy = (file: string, name: string, deps: string) =>
    `D.lazy(()=>lt(()=>import("./${file}.stories-${hash}.js"),__vite__mapDeps([${deps}])).then(a=>({default:ft(a,"${name}")})))`;
  const entry = (component: string, file: string) =>
    `{component:${component},locStart:3,locEnd:4,entry:"src/${file}.stories.tsx"${file === 'Card' ? ',meta:{meta:{svc:{viewports:[375]}}}' : ''}}`;
  const table = [
    `assets/Button.stories-${hash}.js`,
    `assets/Card.stories-${hash}.js`,
    `assets/Card-${hash}.css`,
  ];
  const story = (file: string) => ({ filePath: `src/${file}.stories.tsx`, meta: {} });
  return {
    'meta.json': JSON.stringify({ stories: { button: story('Button'), card: story('Card') } }),
    'index.html': `<script type="module" src="/assets/index-${hash}.js"></script>`,
    [`assets/index-${hash}.js`]: `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(table)})))=>i.map(i=>d[i]);let st={"332fec89":"button",ac4fee35:"card"};const A=${lazy('Button', 'Primary', '0')},B=${lazy('Card', 'Card', '1,2')};let Yr={"button":${entry('A', 'Button')},"card":${entry('B', 'Card')}};ss={"button":st["332fec89"],"card":st.ac4fee35};`,
    [`assets/Button.stories-${hash}.js`]: 'export const Primary=1;',
    [`assets/Card.stories-${hash}.js`]: 'export const Card=2;',
    [`assets/Card-${hash}.css`]: cardStyle,
  };
}

/** What a page loads that has shown every story. */
const everything = (files: Files) =>
  'meta.json' in files
    ? new Set(['', ...Object.keys(files).filter((path) => path.startsWith('assets/'))])
    : new Set(Object.keys(files));

async function loadsOf(files: Files, storyId: string, loaded = everything(files)) {
  const page = 'meta.json' in files ? '' : 'iframe.html';
  return attributeLoads(graphOf(files), { page, storyId, loaded, asked: [], repeated: [] });
}

async function prove(before: Files, after: Files, storyId: string): Promise<Proof> {
  return compareBuilds(graphOf(before), graphOf(after))(await loadsOf(before, storyId));
}

const provenOf = async (before: Files, after: Files) => {
  const proofs = await Promise.all(
    ['button', 'card'].map(async (id) => ((await prove(before, after, id)).isProven ? id : null)),
  );
  return proofs.filter(Boolean);
};

describe('attributeLoads', () => {
  it('leaves out what only other stories of the page refer to', async () => {
    expect(await loadsOf(storybook(), 'button')).toMatchObject({
      compared: 'structure',
      paths: [
        'assets/Button-AAAAAAAA.css',
        'assets/Button-AAAAAAAA.js',
        'assets/Button.stories-AAAAAAAA.js',
        'assets/font-BBBBBBBB.woff2',
        'assets/iframe-AAAAAAAA.js',
        'iframe.html',
        'index.json',
        'logo.svg',
      ],
    });
    expect((await loadsOf(ladle(), 'button')).paths).toEqual([
      '',
      'assets/Button.stories-AAAAAAAA.js',
      'assets/index-AAAAAAAA.js',
    ]);
  });

  it('compares all bytes where the page loaded something that no file names', async () => {
    const files = { ...storybook(), 'icons/a.json': '1' };
    expect(await loadsOf(files, 'button')).toMatchObject({
      compared: 'bytes',
      paths: expect.arrayContaining(['icons/a.json', 'assets/Card-AAAAAAAA.css']),
    });
    expect(await provenOf(files, files)).toEqual(['button', 'card']);
    expect(await provenOf(files, { ...files, 'icons/a.json': '2' })).toEqual([]);
    expect(await provenOf(files, { ...storybook({ hash: 'CCCCCCCC' }), 'icons/a.json': '1' })).toEqual([]);
  });
});

describe('what an earlier story of the page loaded', () => {
  /** The button shows an image whose address it puts together; the card names it. */
  const withImage = (image: string, content: string): Files => {
    const files = storybook();
    const card = Object.keys(files).find((path) => path.includes('Card.stories')) ?? '';
    return { ...files, [card]: `${files[card]};show("/img/${image}")`, [`img/${image}`]: content };
  };

  it.each([
    ['cat.png', []],
    ['my-profile.png', []],
    ['cat-20260531.png', []],
    ['cat-Dz1x_-9a.png', ['button']],
    ['cat.0123456789abcdef.png', ['button']],
  ])('counts for a story that may put its name together: %s', async (image, expected) => {
    expect(await provenOf(withImage(image, 'old'), withImage(image, 'old'))).toEqual(['button', 'card']);
    expect(await provenOf(withImage(image, 'old'), withImage(image, 'new'))).toEqual(expected);
  });

  it('counts if the story has the hash of its name', async () => {
    const build = (content: string): Files => {
      const files = withImage('cat-Dz1x_-9a.png', content);
      const button = Object.keys(files).find((path) => path.includes('Button.stories')) ?? '';
      return { ...files, [button]: `${files[button]};show("/img/"+kind+"-Dz1x_-9a.png")` };
    };
    expect(await provenOf(build('old'), build('new'))).toEqual([]);
  });

  it.each(['cats.json', 'lists.json'])('counts if data of the story names it: %s', async (data) => {
    const build = (content: string): Files => {
      const files = withImage('cat-Dz1x_-9a.png', content);
      const button = Object.keys(files).find((path) => path.includes('Button.stories')) ?? '';
      return {
        ...files,
        [button]: `${files[button]};load("/img/${data}")`,
        'img/cats.json': '["cat-Dz1x_-9a.png"]',
        ...(data === 'lists.json' && { 'img/lists.json': '["cats.json"]' }),
      };
    };
    expect((await loadsOf(build('old'), 'button')).compared).toBe('structure');
    expect(await provenOf(build('old'), build('old'))).toEqual(['button', 'card']);
    expect(await provenOf(build('old'), build('new'))).toEqual([]);
  });

  it.each([
    ['cat.js', []],
    ['cat.85398047.js', ['button']],
  ])('counts as a module as well: %s', async (name, expected) => {
    const build = (content: string): Files => {
      const files = storybook();
      const card = Object.keys(files).find((path) => path.includes('Card.stories')) ?? '';
      return { ...files, [card]: `${files[card]};import("/lib/${name}")`, [`lib/${name}`]: content };
    };
    expect(await provenOf(build('old'), build('old'))).toEqual(['button', 'card']);
    expect(await provenOf(build('old'), build('new'))).toEqual(expected);
  });
});

describe('a hash that looks like a word', () => {
  const build = (folder: string, content: string, says = ''): Files => {
    const files = storybook();
    const chunk = (name: string) => Object.keys(files).find((path) => path.includes(name)) ?? '';
    const others = Array.from({ length: 9 }, (_, index) => [`assets/other-Xy12345${index}.js`, '']);
    return {
      ...files,
      ...Object.fromEntries(others),
      [chunk('Button.stories')]: `${files[chunk('Button.stories')]};${says}`,
      [chunk('Card.stories')]: `${files[chunk('Card.stories')]};import("/${folder}/cat-Pvg-ixwc.js")`,
      [`${folder}/cat-Pvg-ixwc.js`]: content,
    };
  };
  it('may follow one that does not, and come before it', async () => {
    const [word, other] = [storybook({ hash: 'Pvg-ixwc' }), storybook({ hash: 'CCCCCCCC' })];
    const loaded = new Set([...everything(word)].filter((path) => !path.includes('Card')));
    const compare = compareBuilds(graphOf(word), graphOf(other));
    expect((await compare(await loadsOf(word, 'button', loaded))).isProven).toBe(true);
    expect(await provenOf(other, word)).toEqual(['button', 'card']);
    expect(await provenOf(other, storybook({ hash: 'Pvg-ixwcs' }))).toEqual([]);
  });

  it.each([
    ['is one among files with hashes', 'assets', '', ['button']],
    ['may be a word elsewhere', 'lib', '', []],
    ['may be a word that the story has', 'assets', 'import("/assets/cat-"+"Pvg-ixwc"+".js")', []],
  ])('%s', async (_what, folder, says, expected) => {
    const before = build(folder, 'old', says);
    const loaded = new Set([...everything(storybook()), `${folder}/cat-Pvg-ixwc.js`]);
    const compare = compareBuilds(graphOf(before), graphOf(build(folder, 'new', says)));
    const proofs = ['button', 'card'].map(async (id) => {
      const loads = await loadsOf(before, id, loaded);
      return (await compare(loads)).isProven ? [id] : [];
    });
    expect((await Promise.all(proofs)).flat()).toEqual(expected);
  });
});

describe.each([
  ['Storybook', storybook],
  ['Ladle', ladle],
])('two builds of a %s', (_tool, build) => {
  it('are the same under other names', async () => {
    for (const hash of ['C_C-CCCC', 'Ccrspxjs', 'Pvg-ixwc']) {
      expect(await provenOf(build(), build({ hash }))).toEqual(['button', 'card']);
    }
  });

  it('differ for the stories that load what has changed', async () => {
    expect(await provenOf(build(), build({ hash: 'CCCCCCCC', cardStyle: '.card{color:tan}' }))).toEqual([
      'button',
    ]);
  });

  it('differ where a file is gone, or is there that was not', async () => {
    const { 'logo.svg': _, ...without } = storybook();
    expect(await provenOf(storybook(), without)).toEqual([]);
    const loads = await loadsOf(without, 'button', new Set([...everything(without), 'logo.svg']));
    const compare = compareBuilds(graphOf(without), graphOf(storybook()));
    expect(await compare(loads)).toEqual({ isProven: false, why: 'logo.svg' });
  });

  it.each(['button', 'card'])('differ by any byte that the story %s loads', async (storyId) => {
    const files = build();
    const loads = await loadsOf(files, storyId);
    const before = graphOf(files);
    for (const path of loads.paths) {
      const file = before.served(path) ?? '';
      const text = files[file] ?? '';
      const others = rangesOfOthers(file, text, storyId);
      for (let at = 0; at < text.length; at += 1) {
        if (others.some(([from, to]) => at >= from && at < to)) continue;
        const byte = text[at] === 'x' ? 'y' : 'x';
        const after = { ...files, [file]: `${text.slice(0, at)}${byte}${text.slice(at + 1)}` };
        const proof = await compareBuilds(before, graphOf(after))(loads).catch(() => ({ isProven: false }));
        expect(proof.isProven && `${file}: ${after[file]?.slice(at - 20, at + 20)}`).toBe(false);
      }
    }
  });
});

describe.each([['Größe'], ['料金'], ['My Card'], ['(group)Card'], ['a+b@c']])('a file named %s', (name) => {
  it('is a file of its story alone', async () => {
    const build = (options?: Options) => renamed(storybook(options), 'Card', name);
    expect(await loadsOf(build(), 'card')).toMatchObject({
      compared: 'structure',
      paths: expect.arrayContaining([`assets/${name}-AAAAAAAA.css`, `assets/${name}.stories-AAAAAAAA.js`]),
    });
    expect(await provenOf(build(), build({ hash: 'CCCCCCCC' }))).toEqual(['button', 'card']);
    const changed = build({ hash: 'CCCCCCCC', cardStyle: '.card{color:tan}' });
    expect(await provenOf(build(), changed)).toEqual(['button']);
  });

  it('is a file of all stories if the page refers to it', async () => {
    const build = (options?: Options) => renamed(storybook(options), 'iframe-', `${name}-`);
    const withPage = (files: Files): Files => {
      const { [`${name}-`]: _, ...others } = files;
      return { ...others, 'iframe.html': files['iframe.html'] ?? '' };
    };
    const [before, after] = [withPage(build()), withPage(build({ hash: 'CCCCCCCC' }))];
    expect(await provenOf(before, after)).toEqual(['button', 'card']);
    expect(await provenOf(before, withPage(build({ hash: 'CCCCCCCC', preview: 'dark' })))).toEqual([]);
  });
});

it('does not tell files apart whose names have the same end', async () => {
  const build = (card: string): Files => {
    const files = renamed(storybook(), 'Card.stories-AAAAAAAA', 'ä.js');
    const { 'assets/ä.js.js': own = '', ...others } = files;
    return { ...others, 'assets/ä.js.js': `${own}${card}`, 'assets/ö.js.js': own };
  };
  expect(await provenOf(build(''), build(''))).toEqual(['button', 'card']);
  expect(await provenOf(build(''), build('show()'))).not.toContain('card');
});

it.each([
  ['a hole', '[0,1,,2]'],
  ['an octal number', '[0,01,2]'],
])('a list of dependencies with %s differs from one without', async (_what, list) => {
  const files = storybook();
  const [script = ''] = Object.keys(files).filter((path) => path.includes('iframe-'));
  const other = { ...files, [script]: (files[script] ?? '').replace('[0,1,2]', list) };
  expect(other[script]).not.toBe(files[script]);
  expect(await provenOf(files, other)).toEqual([]);
});

/** Where the index, the table and the maps of a build name what the other story has alone. */
function rangesOfOthers(file: string, text: string, storyId: string): [number, number][] {
  const other = storyId === 'button' ? 'card' : 'button';
  const otherFile = other === 'card' ? 'Card' : 'Button';
  const forms =
    file === 'index.json'
      ? ['^.*$']
      : [
          `"\\./src/${otherFile}\\.stories\\.tsx":.*?import\\.meta\\.url\\),?`,
          `"(?:\\./|assets/)${otherFile}[^"]*"`,
          `"${other}":\\{component:.*?tsx"(?:,meta:\\{meta:\\{svc:\\{viewports:\\[375\\]\\}\\}\\})?\\},?`,
          `"${other}":st[^,}]*,?`,
          `(?<=\\{)"332fec89":"${other}",|(?<=,)ac4fee35:"${other}"`,
          `[AB]=D\\.lazy\\(\\(\\)=>lt\\(\\(\\)=>import\\("\\./${otherFile}.*?"\\)\\}\\)\\)\\),?`,
          'locStart:3,locEnd:4',
        ];
  return forms.flatMap((form) =>
    [...text.matchAll(new RegExp(form, 'gs'))].map(({ index, 0: whole }): [number, number] => [
      index,
      index + whole.length,
    ]),
  );
}

describe('what a story does not see', () => {
  it('is another story file', async () => {
    expect(await provenOf(storybook(), storybook({ hash: 'CCCCCCCC', extra: true }))).toEqual([
      'button',
      'card',
    ]);
    expect(await provenOf(storybook({ extra: true }), storybook())).toEqual(['button', 'card']);
  });

  it('is the order of documentation, but not what it says', async () => {
    const reordered = '{description:``,props:{size:{required:!0},kind:{required:!1}}}';
    expect(await provenOf(storybook(), storybook({ docgen: reordered }))).toEqual(['button', 'card']);
    const changed = '{description:``,props:{size:{required:!0},kinds:{required:!1}}}';
    expect(await provenOf(storybook(), storybook({ docgen: changed }))).toEqual([]);
  });
});

it('is not the folder in which Ladle was run', async () => {
  const build = (id: string): Files => {
    const files = ladle();
    const [script] = Object.keys(files).filter((path) => path.includes('index-'));
    const settings = `v="${id}",w=\`ladle-settings-\${v}\`,x={appId:v};`;
    return { ...files, [script ?? '']: `${files[script ?? '']}const ${settings}` };
  };
  expect(await provenOf(build('0cd6cd'), build('7e94da'))).toEqual(['button', 'card']);
  expect(await provenOf(build('0cd6cd'), build('another'))).toEqual([]);
});

describe('what a story shows of others', () => {
  /** The button's own chunk has a map of stories, whose chunks earlier stories of the page have loaded. */
  const gallery = (options: Options, ...names: string[]): Files => {
    const files = storybook(options);
    const chunk = (name: string) => Object.keys(files).find((path) => path.includes(`${name}.stories`)) ?? '';
    const entries = names.map(
      (name) => `"./src/${name}.stories.tsx":()=>o(()=>import("./${basename(chunk(name))}"),[])`,
    );
    return { ...files, [chunk('Button')]: `${files[chunk('Button')]};show({${entries}})` };
  };

  it('is compared', async () => {
    const before = gallery({}, 'Button', 'Card');
    expect(await provenOf(before, before)).toEqual(['button', 'card']);
    expect(await provenOf(before, gallery({ hash: 'CCCCCCCC' }, 'Button', 'Card'))).toEqual(['card']);
  });

  it('is another story that was not there before', async () => {
    const before = gallery({}, 'Button');
    expect(await provenOf(before, gallery({ hash: 'CCCCCCCC' }, 'Button'))).toEqual(['button', 'card']);
    expect(await provenOf(before, gallery({ hash: 'CCCCCCCC' }, 'Button', 'Card'))).toEqual(['card']);
  });
});

describe('a story that reads the index itself', () => {
  it('may show the other stories', async () => {
    const [before, after] = [storybook(), storybook({ hash: 'CCCCCCCC', extra: true })];
    const compare = async (repeated: string[], files: Files, ...more: string[]) => {
      const loaded = new Set([...everything(before), ...more]);
      const story = { page: 'iframe.html', storyId: 'button', loaded, asked: [], repeated };
      const loads = await attributeLoads(graphOf(before), story);
      return (await compareBuilds(graphOf(before), graphOf(files))(loads)).isProven;
    };
    expect(await compare(['logo.svg'], after)).toBe(true);
    expect(await compare(['index.json'], after)).toBe(false);
    expect(await compare([], after, 'stories.json')).toBe(false);
    expect(await compare(['index.json'], storybook({ hash: 'CCCCCCCC' }))).toBe(true);
  });
});

describe('what a story shows as text', () => {
  const withText = (text: string): Files => {
    const files = storybook();
    const button = Object.keys(files).find((path) => path.includes('Button.stories')) ?? '';
    return {
      ...files,
      [button]: `${files[button]};show(${text})`,
      'themes/theme-default.css': '',
      'themes/theme-premium.css': '',
    };
  };
  const loaded = everything(storybook());

  it.each([
    ['the name of a file', '"theme-default.css"', '"theme-premium.css"'],
    ['code with documentation', '"a.__docgenInfo={props:1,b:2}"', '"a.__docgenInfo={b:2,props:1}"'],
    ['other code', '`a.__docgenInfo={a:1,b:2};`', '`a.__docgenInfo={b:2,a:1};`'],
  ])('is compared: %s', async (_what, was, is) => {
    const loads = await loadsOf(withText(was), 'button', loaded);
    expect(loads.compared).toBe('structure');
    const compare = (text: string) => compareBuilds(graphOf(withText(was)), graphOf(withText(text)))(loads);
    expect((await compare(was)).isProven).toBe(true);
    expect((await compare(is)).isProven).toBe(false);
  });
});

describe('what every story sees', () => {
  it('is the preview', async () => {
    expect(await provenOf(storybook(), storybook({ preview: 'dark' }))).toEqual([]);
  });

  it('is what the index says of it', async () => {
    const files = storybook();
    const index = (files['index.json'] ?? '').replace('"name":"card"', '"name":"Card"');
    expect(await provenOf(files, { ...files, 'index.json': index })).toEqual(['button']);
  });

  it('is which of two files a reference names', async () => {
    const build = (first: string, second: string): Files => ({
      ...storybook(),
      'iframe.html': `<script src="a-11111111.js"></script><script src="a-22222222.js"></script><script src="./assets/iframe-AAAAAAAA.js"></script>`,
      'a-11111111.js': first,
      'a-22222222.js': second,
    });
    expect(await provenOf(build('one', 'two'), build('one', 'two'))).toEqual(['button', 'card']);
    expect(await provenOf(build('one', 'two'), build('two', 'one'))).toEqual([]);
    const once = build('one', 'one');
    const twice = { ...once, 'iframe.html': (once['iframe.html'] ?? '').replaceAll('22222222', '11111111') };
    expect(await provenOf(once, twice)).toEqual([]);
  });

  it('is a table that is used in a way that cannot be read', async () => {
    const withUse = (files: Files): Files => {
      const name = Object.keys(files).find((path) => path.includes('iframe-')) ?? '';
      return { ...files, [name]: `${files[name]};use(__vite__mapDeps)` };
    };
    expect(await provenOf(withUse(storybook()), withUse(storybook()))).toEqual(['button', 'card']);
    expect(await provenOf(withUse(storybook()), withUse(storybook({ extra: true })))).toEqual([]);
  });
});
