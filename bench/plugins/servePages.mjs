import { listen } from '../listen.mjs';

/** Serves `/page/<n>`: static pages of text, boxes and a table, each one different. */
export const servePages = () =>
  listen((request, response) => {
    const index = Number(/^\/page\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
    if (Number.isNaN(index)) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(index));
  });

function pageOf(index) {
  const hue = (index * 37) % 360;
  const rows = Array.from(
    { length: 12 },
    (_, row) =>
      `<tr><td>${index}-${row}</td><td>Invoice ${index * 12 + row}</td><td>${(index * 7 + row * 13) % 997}.00</td></tr>`,
  );
  const cards = Array.from({ length: 6 }, (_, card) => `<li>Card ${card} of page ${index}</li>`);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Page ${index}</title>
<style>
  body { margin: 32px; font: 16px/1.5 sans-serif; color: #222; }
  header { padding: 16px; border-radius: 8px; color: white; background: hsl(${hue} 60% 40%); }
  ul { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px; padding: 0; list-style: none; }
  li { padding: 20px; border: 1px solid #ccc; border-radius: 6px; box-shadow: 0 1px 4px rgb(0 0 0 / 20%); }
  table { width: 100%; border-collapse: collapse; }
  td { border-top: 1px solid #ddd; padding: 2px 8px; }
</style>
<header><h1>Page ${index}</h1></header>
<ul>${cards.join('')}</ul>
<table>${rows.join('')}</table>`;
}
