/** Is told what happens in this process, for those who operate it. */
export interface Measures {
  /** People, or keys, decided about so many results. */
  decided(kind: 'approved' | 'rejected' | 'revoked', count: number): void;
  /** Two images were compared; `known`: they had been before. */
  compared(source: 'known' | 'computed', count: number): void;
  /** Targets of a capture needed no browser: their builds prove what they look like. */
  proven(count: number): void;
}

/** Where nobody asks. */
export const noMeasures: Measures = { decided: () => {}, compared: () => {}, proven: () => {} };
