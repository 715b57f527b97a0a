/** Those above ASCII, too: some terminals take U+009B for the begin of a command. */
export const controlCharacter = /\p{Cc}/u;

/** More marks on one letter than any language has: normalising takes time quadratic in their number. */
export const manyMarks = /\p{M}{31}/u;

/** Characters of a name, normalised. */
export const longestName = 512;

/** Characters of the address of a target. */
export const longestUrl = 8_192;

/** Parts of a display hierarchy: the levels of a title, and the name. */
export const deepestPath = 32;
/** Characters of each. */
export const longestPart = 512;
