/** Runs after `seedRandom`: identifiers are unique, although `Math.random()` is not. */
export function realIdentifiers(): void {
  Reflect.deleteProperty(crypto, 'getRandomValues');
  Reflect.deleteProperty(crypto, 'randomUUID');
}
