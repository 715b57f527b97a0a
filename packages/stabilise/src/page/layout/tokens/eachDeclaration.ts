/** Visits the declarations of a block, as style sheets and `style` attributes have them. */
export function eachDeclaration(block: string, visit: (name: string, value: string) => void): void {
  const { length } = block;
  let start = 0;
  let colon = -1;
  let depth = 0;
  for (let at = 0; at <= length; at += 1) {
    const sign = block.charAt(at);
    if (at === length || (sign === ';' && depth <= 0)) {
      if (colon > 0) visit(block.slice(start, colon).trim(), block.slice(colon + 1, at).trim());
      start = at + 1;
      colon = -1;
      depth = 0;
    } else if (sign === '\\') at += 1;
    else if (sign === ':' && colon < 0) colon = at;
    else if (sign === '(' || sign === '[' || sign === '{') depth += 1;
    else if (sign === ')' || sign === ']' || sign === '}') depth -= 1;
    else if (sign === '"' || sign === "'") {
      for (at += 1; at < length && block.charAt(at) !== sign; at += 1) if (block.charAt(at) === '\\') at += 1;
    } else if (sign === '/' && block.charAt(at + 1) === '*') {
      const end = block.indexOf('*/', at + 2);
      at = end < 0 ? length - 1 : end + 1;
    }
  }
}
