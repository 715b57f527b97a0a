import ts from 'typescript';

const indent = (text) => text.replaceAll('\n', '\n    ');

/** Rules of the service, such as `(R14)`, mean nothing to users of the client. */
const withoutRules = (comment) => comment.replaceAll(/ \(R\d+\)/g, '');

const nullIn = (type) =>
  type.isUnion() && type.types.some((part) => part.flags & ts.TypeFlags.Null) ? ' | null' : '';

/** Prints inferred types by their structure. */
export class TypePrinter {
  #checker;
  #aliases;
  #need;

  /**
   * @param {ts.TypeChecker} checker
   * @param {ts.Symbol[]} named types that are referred to by their names
   * @param {(symbol: ts.Symbol) => void} need called with each type that is referred to
   */
  constructor(checker, named, need) {
    this.#checker = checker;
    this.#aliases = named.map((symbol) => ({ symbol, type: checker.getDeclaredTypeOfSymbol(symbol) }));
    this.#need = need;
  }

  /** The declaration of a type under its own name. */
  printAlias(symbol) {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const comment = this.#commentOf(this.#commentedSymbol(symbol));
    const isObject = this.#isPlainObject(type) && !this.#checker.getIndexInfosOfType(type).length;
    const head = isObject ? `interface ${symbol.name}` : `type ${symbol.name} =`;
    return `${comment}${head} ${this.#printStructure(type)}${isObject ? '' : ';'}`;
  }

  #print(type) {
    const alias = this.#findAlias(type);
    if (!alias) return this.#printStructure(type);
    this.#need(alias.symbol);
    return alias.symbol.name;
  }

  #printStructure(type) {
    if (type.isUnion()) return this.#printUnion(type);
    if (this.#checker.isArrayType(type)) {
      const element = this.#print(this.#checker.getTypeArguments(type)[0]);
      return /[ |]/.test(element) && !element.startsWith('{') ? `(${element})[]` : `${element}[]`;
    }
    if (this.#isPlainObject(type)) {
      const [index] = this.#checker.getIndexInfosOfType(type);
      if (index) return `Record<${this.#print(index.keyType)}, ${this.#print(index.type)}>`;
      const members = this.#checker.getPropertiesOfType(type).map((member) => this.#printMember(member));
      return `{\n${members.map((member) => `    ${member}\n`).join('')}}`;
    }
    const simple =
      ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.Boolean | ts.TypeFlags.BooleanLiteral;
    const empty = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown;
    if (type.isStringLiteral()) return `'${type.value}'`;
    if (type.flags & (simple | empty)) return this.#checker.typeToString(type);
    throw new Error(`${this.#checker.typeToString(type)} cannot be printed`);
  }

  /** With `null` and `undefined` at the end; the rest by its name where it has one. */
  #printUnion(type) {
    const isEmpty = (part) => (part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0;
    const rest = this.#checker.getNonNullableType(type);
    const empty = type.types.filter(isEmpty).map((part) => this.#checker.typeToString(part));
    if (empty.length > 0) return [this.#print(rest), ...empty.sort()].join(' | ');
    if (rest.flags & ts.TypeFlags.Boolean) return 'boolean';
    return type.types.map((part) => this.#print(part)).join(' | ');
  }

  #printMember(member) {
    const comment = this.#commentOf(member);
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    const name = `${member.name}${isOptional ? '?' : ''}`;
    const written = this.#writtenType(member);
    if (written) return indent(`${comment}${name}: ${written};`);
    const type = this.#checker.getTypeOfSymbol(member);
    // With `exactOptionalPropertyTypes`, undefined may be passed too.
    const text = isOptional
      ? `${this.#print(this.#checker.getNonNullableType(type))}${nullIn(type)} | undefined`
      : this.#print(type);
    return indent(`${comment}${name}: ${text};`);
  }

  /** The type as the client's own source has it, for members that are not the schema's. */
  #writtenType(member) {
    const declaration = member.valueDeclaration ?? member.declarations?.[0];
    if (!declaration || !ts.isPropertySignature(declaration) || !declaration.type) return null;
    if (!declaration.getSourceFile().isDeclarationFile) return null;
    const visit = (node) => {
      if (ts.isTypeReferenceNode(node)) {
        const found = this.#checker.getSymbolAtLocation(node.typeName);
        const symbol =
          found && found.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(found) : found;
        if (symbol && ts.isSourceFile(symbol.declarations[0].parent)) this.#need(symbol);
      }
      ts.forEachChild(node, visit);
    };
    visit(declaration.type);
    return declaration.type.getText();
  }

  #findAlias(type) {
    const isWorthIt = this.#isPlainObject(type) || (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean));
    if (!isWorthIt) return undefined;
    return (
      this.#aliases.find((alias) => alias.type === type) ??
      this.#aliases.find((alias) => this.#areEqual(alias.type, type))
    );
  }

  #areEqual(left, right) {
    const names = (type) =>
      this.#checker
        .getPropertiesOfType(type)
        .map((member) => member.name)
        .join();
    return (
      left.isUnion() === right.isUnion() &&
      (left.isUnion() || names(left) === names(right)) &&
      this.#checker.isTypeAssignableTo(left, right) &&
      this.#checker.isTypeAssignableTo(right, left)
    );
  }

  #isPlainObject(type) {
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    return isObject && !this.#checker.isArrayType(type) && type.getCallSignatures().length === 0;
  }

  /** `type X = z.infer<typeof x>` is described where `x` is, unless it is itself. */
  #commentedSymbol(symbol) {
    if (symbol.getDocumentationComment(this.#checker).length > 0) return symbol;
    let found = symbol;
    const visit = (node) => {
      if (ts.isTypeQueryNode(node)) found = this.#checker.getSymbolAtLocation(node.exprName) ?? symbol;
      ts.forEachChild(node, visit);
    };
    visit(symbol.declarations[0]);
    return found.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(found) : found;
  }

  #commentOf(symbol) {
    const parts = symbol.getDocumentationComment(this.#checker);
    if (parts.length === 0) return '';
    const lines = withoutRules(ts.displayPartsToString(parts)).split('\n');
    return lines.length === 1
      ? `/** ${lines[0]} */\n`
      : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
  }
}
