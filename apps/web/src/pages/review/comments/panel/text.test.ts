import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionAt, suggest } from './mentionAt.js';
import { textParts } from './textParts.js';

const ada = [{ name: 'Ada' }, { name: 'Ada Lovelace' }];
const shown = (text: string, mentions = ada) =>
  textParts(text, mentions).map(({ kind, text }) => `${kind}:${text}`);

describe('the text of a comment', () => {
  it.each([
    ['plain', ['text:plain']],
    ['', []],
    ['see https://a.example/x?y=1#z.', ['text:see ', 'link:https://a.example/x?y=1#z', 'text:.']],
    ['(http://a.example)', ['text:(', 'link:http://a.example', 'text:)']],
    ['https://a.example/x_(y), ok', ['link:https://a.example/x_(y)', 'text:, ok']],
    ['https://a.example/\u202egpj.exe', ['link:https://a.example/', 'text:\u202egpj.exe']],
    ['@Ada Lovelace: @ada', ['mention:@Ada Lovelace', 'text:: ', 'mention:@ada']],
    ['@Eve', ['text:@Eve']],
  ])('%j has links and mentions', (text, parts) => {
    expect(shown(text)).toEqual(parts);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://',
    'https://good.example@evil.example/',
    'https://user:word@evil.example/',
    'ftp://a.example',
    '<a href="x">x</a>',
    '[x](javascript:alert(1))',
  ])('%j has none', (text) => {
    expect(textParts(text, []).filter(({ kind }) => kind === 'link')).toEqual([]);
  });

  it('is shown whole, and its links go where they say', () => {
    const pieces = fc.constantFrom(
      'https://',
      'http://',
      'a.example',
      '@',
      '@Ada',
      ' ',
      '.',
      ')',
      '(',
      '\n',
      '\u202e',
      '<',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parts = textParts(text, ada);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        for (const part of parts) if (part.kind === 'link') expect(part.href).toMatch(/^https?:\/\//);
      }),
    );
  });
});

describe('what follows an @', () => {
  it.each([
    ['@', 1, ''],
    ['hi @ad', 6, 'ad'],
    ['@Ada Lo', 7, 'Ada Lo'],
    ['(@a', 3, 'a'],
  ])('%j may become a mention', (text, caret, query) => {
    expect(mentionAt(text, caret)?.query).toBe(query);
  });

  it.each([
    ['ada@x', 5],
    ['@ a', 3],
    ['@a\nb', 4],
    ['hi', 2],
    [`@${'a'.repeat(60)}`, 61],
  ])('%j does not', (text, caret) => {
    expect(mentionAt(text, caret)).toBeNull();
  });

  it('suggests by the beginnings of words', () => {
    const members = ['Ada Lovelace', 'Grace Hopper', 'Alan'].map((name) => ({ name }));
    const names = (query: string) => suggest(members, query).map(({ name }) => name);
    expect([names('a'), names('ho'), names('ADA L'), names('race'), names('')]).toEqual([
      ['Ada Lovelace', 'Alan'],
      ['Grace Hopper'],
      ['Ada Lovelace'],
      [],
      ['Ada Lovelace', 'Grace Hopper', 'Alan'],
    ]);
  });
});
