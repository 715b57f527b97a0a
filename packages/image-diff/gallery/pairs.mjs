import { badge, banner, beside, card, drawPage, footer, navigation, space, specks } from './drawPage.mjs';

const cards = (...seeds) => seeds.map((seed) => card(seed));
const page = [navigation(), ...cards(1, 2, 3), footer()];

/** What the gallery shows: `{title, before, after}`, the latter two PNG files. */
export const pairs = [
  pair('A price changed', page, [navigation(), card(1), card(2, { price: 2 }), card(3), footer()]),
  pair(
    'The same price, on another page',
    [navigation(), ...cards(5, 2, 6, 7), footer()],
    [navigation(), card(5), card(2, { price: 2 }), ...cards(6, 7), footer()],
  ),
  pair('Buttons got another color', page, [
    navigation(),
    ...[1, 2, 3].map((seed) => card(seed, { button: '#2f9e44' })),
    footer(),
  ]),
  pair('A banner of 20 px came on top', page, [banner(20), ...page]),
  pair('A banner came, and a price changed below it', page, [
    navigation(),
    banner(36),
    card(1),
    card(2),
    card(3, { price: 2 }),
    footer(),
  ]),
  pair('The middle grew by a card', page, [navigation(), ...cards(1, 2, 8, 3), footer()]),
  pair('A card was taken away', page, [navigation(), ...cards(1, 3), footer()]),
  pair('A card moved to the top', page, [navigation(), ...cards(3, 1, 2), footer()]),
  pair(
    'The footer moved down',
    [navigation(), ...cards(1, 2), footer(), space(160)],
    [navigation(), ...cards(1, 2), space(100), footer(), space(60)],
  ),
  {
    title: 'A sidebar grew',
    before: () => drawPage([beside(110, cards(1, 2))], { pageWidth: 800 }),
    after: () => drawPage([beside(150, cards(1, 2))], { pageWidth: 800 }),
  },
  pair(
    'A badge is in the other corner',
    [navigation(), badge(220, 24, 20), ...cards(1), footer()],
    [navigation(), badge(220, 460, 130), ...cards(1), footer()],
  ),
  pair(
    'A chart is unsteady',
    [navigation(), specks(300, 1), ...cards(2)],
    [navigation(), specks(300, 7), ...cards(2)],
  ),
  pair('Another page altogether', page, [
    navigation('#862e9c'),
    specks(200, 3),
    ...[6, 7].map((seed) => card(seed, { button: '#862e9c' })),
  ]),
  {
    title: 'The window was made wider',
    before: () => drawPage(page),
    after: () => drawPage(page, { pageWidth: 680 }),
  },
];

function pair(title, before, after) {
  return { title, before: () => drawPage(before), after: () => drawPage(after) };
}
