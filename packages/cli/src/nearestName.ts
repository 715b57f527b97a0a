import { editDistance } from '@svc/schema/editDistance';

const simplified = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The known name that was most likely meant; null where none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const given = simplified(name);
  const [nearest] = known
    .flatMap((candidate) => {
      const letters = simplified(candidate);
      const most = Math.max(1, Math.floor(letters.length / 3));
      // Among thousands of names, most are far too short or too long.
      if (Math.abs(letters.length - given.length) > most) return [];
      const edits = editDistance(given, letters);
      return edits <= most ? [{ candidate, edits }] : [];
    })
    .sort((a, b) => a.edits - b.edits);
  return nearest?.candidate ?? null;
}
