/**
 * Approves, and reads what came of it.
 * @returns what failed, in words; null if nothing did
 */
export async function approveThenRead(
  approve: () => Promise<unknown>,
  read: () => Promise<void>,
): Promise<string | null> {
  try {
    await approve();
  } catch (error) {
    return `Not approved: ${(error as Error).message}`;
  }
  try {
    await read();
    return null;
  } catch (error) {
    return `Approved, but what came of it cannot be read: ${(error as Error).message}`;
  }
}
