interface BookIndex {
  v: number;
  entries: Record<string, { id: string; title: string; name: string }>;
}

export const index: BookIndex;
export const shortIndex: BookIndex;
