import type { Letter } from './Letter.js';

/** A part of a letter. */
export type Block =
  | { kind: 'text'; text: string }
  /** What somebody wrote, as it is. */
  | { kind: 'quote'; text: string }
  /** What the letter is for. */
  | { kind: 'button'; label: string; url: string }
  /** In small type. */
  | { kind: 'note'; text: string; link?: { label: string; url: string } };

/** What is not written in a line: breaks, other control characters, halves of characters, and marks that change the direction of text. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]+/gu;

const shorten = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
};

/** One line of plain text. */
export const oneLine = (text: string, most = 200): string =>
  shorten(text.replace(unprintable, ' ').trim(), most);

/**
 * A name within a sentence. Programs that read mail turn `evil.example` into a link: an invisible space after each mark of an
 * address keeps them from it.
 */
export const nameText = (name: string): string => oneLine(name, 150).replace(/[.:/@]/g, '$&\u200b');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML, also within quotes of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Writes blocks as plain text and as HTML that loads nothing from anywhere. */
export function layOut(subject: string, blocks: readonly Block[]): Pick<Letter, 'subject' | 'text' | 'html'> {
  const title = oneLine(subject, 150);
  return {
    subject: title,
    text: `${blocks.map(textOf).join('\n\n')}\n`,
    html: pageOf(nameText(title), blocks.map(htmlOf).join('\n')),
  };
}

/** Keeps the lines of a text, and nothing else that is not printed. */
const linesOf = (text: string): string[] =>
  text.split(/\r\n|[\r\n\p{Zl}\p{Zp}]/u).map((line) => line.replace(unprintable, ' '));

function textOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'quote':
      return linesOf(block.text)
        .map((line) => `> ${line}`)
        .join('\n');
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'note':
      return block.link ? `${block.text}\n${block.link.label}: ${block.link.url}` : block.text;
  }
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
    case 'quote':
      return `<blockquote style="margin:0 0 16px;padding:4px 0 4px 14px;border-left:3px solid #9aa4b2">${linesOf(
        block.text,
      )
        .map(escapeHtml)
        .join('<br>')}</blockquote>`;
    case 'button':
      return `<p style="margin:24px 0"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
    case 'note':
      return `<p style="margin:0 0 10px;font-size:13px;line-height:1.5;color:#5b6472">${escapeHtml(block.text)}${
        block.link
          ? ` <a href="${escapeHtml(block.link.url)}" style="color:#1d4ed8">${escapeHtml(block.link.label)}</a>`
          : ''
      }</p>`;
  }
}

const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6">
<div style="box-sizing:border-box;max-width:560px;margin:0 auto;padding:28px;border:1px solid #dfe3e8;border-radius:14px;background:#ffffff;color:#16191f;font:15px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif;overflow-wrap:anywhere">
<p style="margin:0 0 18px;font-size:13px;font-weight:700;letter-spacing:.02em;color:#5b6472">svc</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
${body}
</div>
</body>
</html>
`;
