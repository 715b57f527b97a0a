import { useState } from 'react';
import { Button } from './Button.js';

/** A command with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <div className="flex items-start gap-2 rounded-xl border border-line bg-sunken py-2 pr-2 pl-4">
      <pre className="min-w-0 flex-1 whitespace-pre-wrap break-words py-1.5 font-mono text-[13px] text-ink leading-6">
        <code>{command}</code>
      </pre>
      <Button
        look="quiet"
        icon={copied ? 'check' : 'copy'}
        aria-label={copied ? 'Copied' : 'Copy the command'}
        tip={copied ? 'Copied' : 'Copy'}
        data-tip-align="end"
        onClick={copy}
      />
    </div>
  );
}
