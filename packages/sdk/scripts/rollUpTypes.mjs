import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { TypePrinter } from './TypePrinter.mjs';

/** A folder as the compiler writes it, on Windows too. */
const folder = (name) => fileURLToPath(new URL(name, import.meta.url)).replaceAll('\\', '/');

const built = folder('../dist/');
const schema = folder('../../schema/src/');

/**
 * Puts the declarations of a module and of everything that they refer to into one text that imports nothing. Types that
 * the schema infers are spelled out, with the comments of the schema.
 * @param {string} entry name of a built module, such as `index`
 */
export function rollUpTypes(entry) {
  const file = `${built}${entry}.d.ts`;
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.asynciterable.d.ts'],
    paths: { '@svc/schema': [`${schema}index.ts`] },
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  const original = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exported = checker.getExportsOfModule(module).map(original);
  const printer = new TypePrinter(checker, exported.filter(isInferred), need);

  /** Symbols by their names; grows while declarations are printed. */
  const needed = new Map();
  function need(symbol) {
    const found = needed.get(symbol.name);
    if (found && found !== symbol) throw new Error(`${entry}.d.ts needs two types named ${symbol.name}`);
    needed.set(symbol.name, symbol);
  }

  for (const symbol of exported) need(symbol);
  const texts = [];
  for (const symbol of needed.values()) {
    const text = isInferred(symbol) ? printer.printAlias(symbol) : printDeclaration(symbol);
    texts.push(
      exported.includes(symbol) ? text.replace(/^(?=(?:declare|interface|type) )/m, 'export ') : text,
    );
  }
  // Without it, TypeScript takes everything in a module of declarations for exported.
  return `${texts.join('\n\n')}\n\nexport {};\n`;

  function printDeclaration(symbol) {
    return symbol.declarations
      .map((declaration) => {
        const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
        visit(statement);
        const comments = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
        const text = statement.getText().replace(/^export /, '');
        return [...comments.map((comment) => comment.getText()), text].join('\n');
      })
      .join('\n');
  }

  /** Needs what the names in a declaration refer to. */
  function visit(node) {
    if (ts.isImportTypeNode(node)) {
      throw new Error(`${node.getSourceFile().fileName}: ${node.getText()} has to be imported by its name`);
    }
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node);
      const symbol = found && original(found);
      const declaration = symbol?.declarations?.[0];
      if (declaration && isTopLevel(declaration)) {
        if (isOurs(declaration)) need(symbol);
        else if (!program.isSourceFileDefaultLibrary(declaration.getSourceFile())) {
          throw new Error(`${symbol.name} of ${declaration.getSourceFile().fileName} cannot be rolled up`);
        }
      }
    }
    ts.forEachChild(node, visit);
  }

  /** Whether a type is one of the schema, or is made of such. */
  function isInferred(symbol) {
    const [declaration] = symbol.declarations;
    if (declaration.getSourceFile().fileName.startsWith(schema)) return true;
    if (!ts.isTypeAliasDeclaration(declaration) || declaration.typeParameters) return false;
    let found = false;
    const look = (node) => {
      if (ts.isTypeQueryNode(node)) found = true;
      ts.forEachChild(node, look);
    };
    look(declaration.type);
    return found;
  }
}

const isOurs = (node) => [built, schema].some((ours) => node.getSourceFile().fileName.startsWith(ours));

const isTopLevel = (declaration) =>
  ts.isSourceFile(declaration.parent) ||
  (ts.isVariableDeclaration(declaration) && ts.isSourceFile(declaration.parent.parent.parent));
