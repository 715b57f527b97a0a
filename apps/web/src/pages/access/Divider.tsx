/** Between two ways to do the same. */
export const Divider = ({ word }: { word: string }) => (
  <div className="my-5 flex items-center gap-3 text-muted text-sm">
    <span aria-hidden="true" className="h-px flex-1 bg-line" />
    {word}
    <span aria-hidden="true" className="h-px flex-1 bg-line" />
  </div>
);
