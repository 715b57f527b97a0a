export interface BookIndex {
  v: number;
  entries: Record<string, { id: string; title: string; name: string }>;
}

export const index: BookIndex;
export const longIndex: BookIndex;
export const shortIndex: BookIndex;
