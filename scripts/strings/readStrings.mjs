import { parseSync } from '@swc/core';

/** Attributes whose text nobody reads. */
const silent =
  /^(?:class(?:Name)?|id|key|to|href|src|type|role|name|d|rel|target|method|action|style|icon|kind|tone|size|variant|from|form|accept|viewBox|preserveAspectRatio|transform|fill|stroke|points|autoComplete|autoCapitalize|inputMode|htmlFor|lang|dir|spellCheck|tabIndex|loading|decoding|side|align|htmlFor|params|search|data-.*|aria-(?:live|hidden|current|controls|describedby|labelledby|haspopup|sort|orientation))$/;

/** Attributes that are read, or heard. */
const read =
  /^(?:label|title|alt|placeholder|aria-(?:label|description|roledescription|valuetext)|term|heading|hint|note|text|summary|description|action|empty)$/;

/** Calls whose texts are for machines, or for people who read a log. */
const mute =
  /^(?:Error|TypeError|RangeError|URL|RegExp|Intl\.\w+|matchMedia|querySelector(?:All)?|getElementById|addEventListener|removeEventListener|setAttribute|getAttribute|closest|matches|createElement|getPropertyValue|call|request|clsx|cx)$/;

/**
 * The texts of a source file that people read, in order: sentences of JSX in one piece, attributes, and literals that read as
 * prose. What is put in is `{…}`, and a choice is `{one|other}`.
 * @param {string} source TypeScript, with or without JSX
 * @returns {string[]}
 */
export function readStrings(source) {
  const found = [];
  visit(parseSync(source, { syntax: 'typescript', tsx: true, target: 'es2022' }), found);
  return found;
}

function visit(node, found) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, found);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
    case 'TsTypeAnnotation':
    case 'TsTypeParameterInstantiation':
      return;
    case 'JSXElement':
    case 'JSXFragment':
      visit(node.opening.attributes ?? [], found);
      return readChildren(node.children, found);
    case 'JSXAttribute':
      return readAttribute(attributeName(node.name), node.value, found);
    case 'BinaryExpression':
      if (/^[!=]==?$/.test(node.operator)) return;
      break;
    case 'SwitchCase':
      return visit(node.consequent, found);
    case 'MemberExpression':
      return visit(node.object, found);
    case 'TsAsExpression':
    case 'TsSatisfiesExpression':
    case 'TsConstAssertion':
    case 'TsNonNullExpression':
      return visit(node.expression, found);
    case 'CallExpression':
    case 'NewExpression':
      if (mute.test(nameOf(node.callee))) return;
      break;
    case 'KeyValueProperty':
      if (silent.test(nameOf(node.key))) return;
      return visit(node.value, found);
    case 'StringLiteral':
    case 'TemplateLiteral':
      return keep(textOf(node, found), found, isProse);
  }
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'span' && key !== 'typeAnnotation' && key !== 'typeArguments') visit(value, found);
  }
}

/** The text of an attribute that is read, whatever it looks like; of another what reads as prose. */
function readAttribute(name, value, found) {
  if (silent.test(name)) return;
  const expression = value?.type === 'JSXExpressionContainer' ? value.expression : value;
  if (read.test(name) && expression && isText(expression)) keep(textOf(expression, found), found, hasWord);
  else visit(expression, found);
}

/** Children of an element as one text; elements between words are part of it, others have texts of their own. */
function readChildren(children, found) {
  const isSentence = children.some((child) => child.type === 'JSXText' && hasWord(child.value));
  let text = '';
  const inner = [];
  for (const child of children) text += childText(child, isSentence, inner);
  keep(text, found, hasWord);
  found.push(...inner);
}

function childText(child, isSentence, inner) {
  switch (child.type) {
    case 'JSXText':
      return asRendered(child.value);
    case 'JSXElement':
    case 'JSXFragment': {
      if (!isSentence) {
        visit(child, inner);
        return ' ';
      }
      visit(child.opening.attributes ?? [], inner);
      const text = child.children.map((one) => childText(one, true, inner)).join('');
      return text === '' ? `{${child.opening.name?.value ?? '…'}}` : text;
    }
    case 'JSXExpressionContainer':
      if (child.expression.type === 'JSXEmptyExpression') return '';
      return isText(child.expression) ? textOf(child.expression, inner) : hole(child.expression, inner);
    default:
      return '';
  }
}

/** Something that is put in; what it says itself has texts of its own. */
function hole(expression, found) {
  visit(expression, found);
  return '{…}';
}

/** Whether an expression gives a text that can be told: a literal, or a choice of which one is. */
function isText(node) {
  switch (node.type) {
    case 'StringLiteral':
    case 'TemplateLiteral':
      return true;
    case 'ParenthesisExpression':
      return isText(node.expression);
    case 'ConditionalExpression':
      return isText(node.consequent) || isText(node.alternate);
    case 'BinaryExpression':
      return ['&&', '||', '??', '+'].includes(node.operator) && (isText(node.left) || isText(node.right));
    default:
      return false;
  }
}

function textOf(node, found) {
  switch (node.type) {
    case 'StringLiteral':
      return node.value;
    case 'TemplateLiteral':
      return node.quasis
        .map((part, place) => {
          const put = node.expressions[place];
          return (part.cooked ?? '') + (put ? (isText(put) ? textOf(put, found) : hole(put, found)) : '');
        })
        .join('');
    case 'ParenthesisExpression':
      return textOf(node.expression, found);
    case 'ConditionalExpression':
      return `{${part(node.consequent, found)}|${part(node.alternate, found)}}`;
    case 'BinaryExpression':
      if (node.operator === '+') return part(node.left, found) + part(node.right, found);
      return node.operator === '&&'
        ? `{${part(node.right, found)}|}`
        : `{${part(node.left, found)}|${part(node.right, found)}}`;
  }
  throw new Error(`${node.type} is not a text`);
}

const part = (node, found) => (isText(node) ? textOf(node, found) : hole(node, found));

/** JSX drops lines without text, and what surrounds the breaks of others. */
const asRendered = (text) =>
  text
    .replace(/[ \t]*\n\s*/g, '\n')
    .replace(/^\n|\n$/g, '')
    .replaceAll('\n', ' ');

function keep(text, found, test) {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (test(plain)) found.push(plain);
}

const withoutHoles = (text) => text.replaceAll('{…}', ' ');
const hasWord = (text) => /\p{L}{2}/u.test(withoutHoles(text));

/** A sentence, or a word that begins like one. Names of classes, paths, selectors and media queries are neither. */
function isProse(text) {
  const said = withoutHoles(text).trim();
  if (!hasWord(said) || /^[/#.(@[<]|:\/\/|^\S+\/\S+$|[{};]\s*$|^M\d|^\w+\[/.test(said)) return false;
  const words = said.split(/\s+/);
  if (words.length === 1) return /^\p{Lu}\p{Ll}+[.…:]?$/u.test(said);
  const isOfClasses = words.filter((word) =>
    /^[!-]?[a-z0-9[\]&_>*@]+(?:[-:/.][\w[\]().,%#&>*=/:-]+)+!?$/.test(word),
  );
  return isOfClasses.length < words.length / 3;
}

const attributeName = (name) =>
  name.type === 'JSXNamespacedName' ? `${name.namespace.value}:${name.name.value}` : name.value;

function nameOf(node) {
  if (node?.type === 'Identifier' || node?.type === 'StringLiteral') return node.value;
  if (node?.type !== 'MemberExpression') return '';
  const name = nameOf(node.property);
  return nameOf(node.object) === 'Intl' ? `Intl.${name}` : name;
}
