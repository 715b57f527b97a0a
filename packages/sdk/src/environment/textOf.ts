/** What a variable says; one that is empty or blank, as an unset variable of CI makes it, says nothing. */
export const textOf = (value: string | undefined): string | undefined => value?.trim() || undefined;
