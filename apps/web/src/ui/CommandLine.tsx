import { Button } from './Button.js';
import { useCopy } from './useCopy.js';

const words = { copied: 'Copied', refused: 'Not copied: select the text' } as const;

interface Props {
  command: string;
  /** What is copied, where that is not a command. */
  what?: string;
}

/** A command, or another short text, with a button that copies it. */
export function CommandLine({ command, what = 'command' }: Props) {
  const { outcome, copy } = useCopy();
  return (
    <div className="flex items-start gap-2 rounded-xl border border-line bg-sunken py-2 pr-2 pl-4">
      <pre className="min-w-0 flex-1 whitespace-pre-wrap break-words py-1.5 font-mono text-[13px] text-ink leading-6">
        <code>{command}</code>
      </pre>
      <Button
        look="quiet"
        icon={outcome === 'copied' ? 'check' : 'copy'}
        aria-label={outcome ? words[outcome] : `Copy the ${what}`}
        tip={outcome ? words[outcome] : 'Copy'}
        data-tip-align="end"
        onClick={() => copy(command)}
      />
    </div>
  );
}
