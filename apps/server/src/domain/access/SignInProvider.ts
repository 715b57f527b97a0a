/** What a sign-in elsewhere must be ended with; kept by the browser that began it, sealed. */
export interface SignInSecrets {
  state: string;
  verifier: string;
  nonce: string;
}

/** Who signed in elsewhere. */
export interface ForeignIdentity {
  /** Never changes and is never given to another account. */
  subject: string;
  name: string;
  /** As `readEmailAddress` writes it; null unless the provider has verified it. */
  email: string | null;
  /** Whether the account belongs to an organisation whose people need no invitation. */
  isOfOrganisation: boolean;
}

/** Somewhere that people can sign in. */
export interface SignInProvider {
  id: string;
  /** As people know it. */
  name: string;
  /** @returns where to send the browser */
  begin(callback: string): Promise<{ url: string; secrets: SignInSecrets }>;
  /**
   * @param returned the address that the browser came back to
   * @throws when the answer is not one to what was begun
   */
  finish(returned: URL, secrets: SignInSecrets): Promise<ForeignIdentity>;
}
