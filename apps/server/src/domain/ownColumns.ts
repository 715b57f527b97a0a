/** Begins a statement whose rows have columns named by others, in which the store changes nothing. */
export const ownColumns = '/* own columns */';
