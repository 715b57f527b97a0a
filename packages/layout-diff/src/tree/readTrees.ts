import type { LayoutNode, LayoutRecord } from '../record/LayoutRecord.js';
import type { LayoutTree, TreeNode } from './LayoutTree.js';
import { stableClass, stableId } from './stableClass.js';

/** Attributes that name other elements; what they name is often numbered. */
const references = new Set([
  'aria-controls',
  'aria-labelledby',
  'aria-describedby',
  'aria-details',
  'aria-owns',
  'aria-activedescendant',
  'aria-errormessage',
  'aria-flowto',
]);

/** Gives equal texts equal numbers, across both records. */
type Intern = (text: string) => number;

/** Both records as trees, whose shapes and meanings can be compared with each other. */
export function readTrees(
  before: LayoutRecord,
  after: LayoutRecord,
): { before: LayoutTree; after: LayoutTree } {
  const numbers = new Map<string, number>();
  const intern: Intern = (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const classes = [classesOf(before), classesOf(after)] as const;
  const names = new Map<string, string>();
  // A class that both builds have is as good as its name, hashed or not.
  const nameClass = (token: string): string => {
    const known = names.get(token);
    if (known !== undefined) return known;
    const name = classes[0].has(token) && classes[1].has(token) ? token : stableClass(token);
    names.set(token, name);
    return name;
  };
  return { before: readTree(before, intern, nameClass), after: readTree(after, intern, nameClass) };
}

function classesOf({ nodes, strings }: LayoutRecord): Set<string> {
  return new Set(nodes.flatMap((node) => node[7]?.classes ?? []).map((place) => strings[place] ?? ''));
}

function readTree(record: LayoutRecord, intern: Intern, nameClass: (token: string) => string): LayoutTree {
  const { strings } = record;
  const text = (place: number | undefined) => (place === undefined ? '' : (strings[place] ?? ''));
  const styles = record.styles.map((tuple) => tuple.map(text));
  const nodes: TreeNode[] = [];
  const roots: TreeNode[] = [];
  record.nodes.forEach((node, place) => {
    const parent = nodes[node[0]] ?? null;
    const read: TreeNode = {
      ...detailsOf(node, text, nameClass),
      place,
      parent,
      children: [],
      depth: parent ? parent.depth + 1 : 0,
      tag: text(node[1]),
      values: styles[node[2]] ?? [],
      box: { x: node[3], y: node[4], width: node[5], height: node[6] },
      size: 1,
      shape: 0,
      meaning: 0,
    };
    nodes.push(read);
    (parent?.children ?? roots).push(read);
  });
  for (let place = nodes.length - 1; place >= 0; place--) {
    const node = nodes[place];
    if (node) summarize(node, intern);
  }
  return { record, nodes, roots };
}

/** Most nodes have none: they share these. */
const noClasses: string[] = [];
const noAttributes: ReadonlyMap<string, string> = new Map();

function detailsOf(
  node: LayoutNode,
  text: (place: number | undefined) => string,
  nameClass: (token: string) => string,
) {
  const details = node[7];
  const classes = details?.classes
    ? details.classes.map((place) => nameClass(text(place))).filter(Boolean)
    : noClasses;
  return {
    id: stableId(text(details?.id)),
    testId: text(details?.testId),
    role: text(details?.role),
    name: text(details?.name),
    text: text(details?.text),
    content: text(details?.content),
    classes: classes.length > 1 ? [...new Set(classes)] : classes,
    attributes: details?.attributes
      ? new Map(
          details.attributes
            .map(([name, value]) => [text(name), text(value)] as const)
            .filter(([name]) => !references.has(name)),
        )
      : noAttributes,
    kind: details?.kind ?? null,
    image: text(details?.image),
  };
}

/** In no text of a page that means something. */
const separator = '\u0000';

/** Its children are summarized already. */
function summarize(node: TreeNode, intern: Intern): void {
  const { tag, classes, id, testId, role, text, content, attributes, image, children } = node;
  for (const child of children) node.size += child.size;
  const sorted = classes.length > 1 ? [...classes].sort() : classes;
  const own = intern([tag, id, testId, role, ...sorted].join(separator));
  let shape = `shape ${own}`;
  for (const child of children) shape += ` ${child.shape}`;
  node.shape = intern(shape);
  let meaning = `meaning ${own}`;
  for (const child of children) meaning += ` ${child.meaning}`;
  const isSilent = text === '' && content === '' && image === '' && attributes.size === 0;
  node.meaning = intern(
    isSilent ? meaning : [meaning, text, content, image, ...[...attributes].flat()].join(separator),
  );
}
