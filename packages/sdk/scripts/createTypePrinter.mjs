import ts from 'typescript';

const indent = (text) => text.replaceAll('\n', '\n    ');

/** Rules of the service, such as `(R14)`, mean nothing to who uses the client. */
const withoutRules = (comment) => comment.replaceAll(/ \(R\d+\)/g, '');

const nullIn = (type) =>
  type.isUnion() && type.types.some((part) => part.flags & ts.TypeFlags.Null) ? ' | null' : '';

/**
 * Prints inferred types by their structure.
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol[]} named types that are referred to by their names
 * @param {(symbol: ts.Symbol) => void} need called with each type that is referred to
 */
export function createTypePrinter(checker, named, need) {
  const aliases = named.map((symbol) => ({ symbol, type: checker.getDeclaredTypeOfSymbol(symbol) }));

  return { printAlias };

  /** The declaration of a type under its own name. */
  function printAlias(symbol) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const comment = commentOf(commentedSymbol(symbol));
    const isObject = isPlainObject(type) && !checker.getIndexInfosOfType(type).length;
    const head = isObject ? `interface ${symbol.name}` : `type ${symbol.name} =`;
    return `${comment}${head} ${printStructure(type)}${isObject ? '' : ';'}`;
  }

  function print(type) {
    const alias = findAlias(type);
    if (!alias) return printStructure(type);
    need(alias.symbol);
    return alias.symbol.name;
  }

  function printStructure(type) {
    if (type.isUnion()) return printUnion(type);
    if (checker.isArrayType(type)) {
      const element = print(checker.getTypeArguments(type)[0]);
      return /[ |]/.test(element) && !element.startsWith('{') ? `(${element})[]` : `${element}[]`;
    }
    if (isPlainObject(type)) {
      const [index] = checker.getIndexInfosOfType(type);
      if (index) return `Record<${print(index.keyType)}, ${print(index.type)}>`;
      const members = checker.getPropertiesOfType(type).map(printMember);
      return `{\n${members.map((member) => `    ${member}\n`).join('')}}`;
    }
    const simple =
      ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.Boolean | ts.TypeFlags.BooleanLiteral;
    const empty = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown;
    if (type.isStringLiteral()) return `'${type.value}'`;
    if (type.flags & (simple | empty)) return checker.typeToString(type);
    throw new Error(`${checker.typeToString(type)} cannot be printed`);
  }

  /** With `null` and `undefined` at the end; the rest by its name where it has one. */
  function printUnion(type) {
    const isEmpty = (part) => (part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0;
    const rest = checker.getNonNullableType(type);
    const empty = type.types.filter(isEmpty).map((part) => checker.typeToString(part));
    if (empty.length > 0) return [print(rest), ...empty.sort()].join(' | ');
    if (rest.flags & ts.TypeFlags.Boolean) return 'boolean';
    return type.types.map(print).join(' | ');
  }

  function printMember(member) {
    const comment = commentOf(member);
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    const name = `${member.name}${isOptional ? '?' : ''}`;
    const written = writtenType(member);
    if (written) return indent(`${comment}${name}: ${written};`);
    const type = checker.getTypeOfSymbol(member);
    // Whoever has `exactOptionalPropertyTypes` may say undefined, too.
    const text = isOptional
      ? `${print(checker.getNonNullableType(type))}${nullIn(type)} | undefined`
      : print(type);
    return indent(`${comment}${name}: ${text};`);
  }

  /** The type as the client's own source has it, for members that are not the schema's. */
  function writtenType(member) {
    const declaration = member.valueDeclaration ?? member.declarations?.[0];
    if (!declaration || !ts.isPropertySignature(declaration) || !declaration.type) return null;
    if (!declaration.getSourceFile().isDeclarationFile) return null;
    const visit = (node) => {
      if (ts.isTypeReferenceNode(node)) {
        const found = checker.getSymbolAtLocation(node.typeName);
        const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
        if (symbol && ts.isSourceFile(symbol.declarations[0].parent)) need(symbol);
      }
      ts.forEachChild(node, visit);
    };
    visit(declaration.type);
    return declaration.type.getText();
  }

  function findAlias(type) {
    const isWorthIt = isPlainObject(type) || (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean));
    if (!isWorthIt) return undefined;
    return (
      aliases.find((alias) => alias.type === type) ?? aliases.find((alias) => areEqual(alias.type, type))
    );
  }

  function areEqual(left, right) {
    const names = (type) =>
      checker
        .getPropertiesOfType(type)
        .map((member) => member.name)
        .join();
    return (
      left.isUnion() === right.isUnion() &&
      (left.isUnion() || names(left) === names(right)) &&
      checker.isTypeAssignableTo(left, right) &&
      checker.isTypeAssignableTo(right, left)
    );
  }

  function isPlainObject(type) {
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    return isObject && !checker.isArrayType(type) && type.getCallSignatures().length === 0;
  }

  /** `type X = z.infer<typeof x>` is described where `x` is, unless it is itself. */
  function commentedSymbol(symbol) {
    if (symbol.getDocumentationComment(checker).length > 0) return symbol;
    let found = symbol;
    const visit = (node) => {
      if (ts.isTypeQueryNode(node)) found = checker.getSymbolAtLocation(node.exprName) ?? symbol;
      ts.forEachChild(node, visit);
    };
    visit(symbol.declarations[0]);
    return found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  }

  function commentOf(symbol) {
    const parts = symbol.getDocumentationComment(checker);
    if (parts.length === 0) return '';
    const lines = withoutRules(ts.displayPartsToString(parts)).split('\n');
    return lines.length === 1
      ? `/** ${lines[0]} */\n`
      : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
  }
}
