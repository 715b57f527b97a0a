/** What mailboxes are called in practice. Quoted names are left out: they can hold an `@`, and a whole address. */
const plain =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?<domain>(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63})\.?$/;

/**
 * One spelling of an e-mail address: in lower case, without the dot that may end a domain. Null for anything but a plain
 * ASCII address. Letters outside of ASCII are refused before case is changed: some become ASCII letters by it.
 */
export function readEmailAddress(given: string): string | null {
  return plain.test(given) && given.length <= 254 ? given.toLowerCase().replace(/\.$/, '') : null;
}

/** The domain of an address as `readEmailAddress` writes it: what follows the last `@`. */
export const domainOfEmail = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
