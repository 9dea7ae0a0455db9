// The contrast of the colours in app/style.css, computed for each theme (WCAG 1.4.3, 1.4.11; outdoor asks for more).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Theme = 'light' | 'dark' | 'outdoor';

const css = readFileSync(new URL('../../../app/style.css', import.meta.url), 'utf8');
const declarations = (text: string) =>
  new Map([...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));

const standing = declarations(css.slice(css.indexOf('--color-canvas'), css.indexOf('@variant outdoor')));
const outdoors = declarations(/@variant outdoor \{([^}]*)\}/.exec(css)?.[1] ?? '');

/** The colour as six hexadecimal digits. */
function colourOf(name: string, theme: Theme): string {
  const value = (theme === 'outdoor' ? outdoors.get(`color-${name}`) : undefined) ?? standing.get(`color-${name}`);
  if (value === undefined) throw new Error(`app/style.css has no --color-${name}.`);
  const [, light, dark] = /^light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)$/.exec(value) ?? [];
  const colour = light && dark ? (theme === 'dark' ? dark : light) : value;
  if (!/^#[0-9a-f]{6}$/.test(colour))
    throw new Error(`--color-${name} is ${value}: only plain colours can be compared.`);
  return colour;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'sunken'];
/** Which words stand on which grounds. */
const WORDS: [ink: string, grounds: string[]][] = [
  ['ink', [...GROUNDS, 'accent-soft', 'complete-soft', 'danger-soft']],
  ['ink-soft', [...GROUNDS, 'accent-soft', 'complete-soft', 'danger-soft']],
  ['accent-text', [...GROUNDS, 'accent-soft']],
  ['complete-text', [...GROUNDS, 'complete-soft']],
  ['danger-text', [...GROUNDS, 'danger-soft']],
  ['warn-text', [...GROUNDS, 'warn-soft']],
  ['accent-ink', ['accent', 'accent-strong']],
  ['complete-ink', ['complete']],
  ['danger-ink', ['danger', 'danger-strong']],
  ['strip-ink', ['strip']],
  ['stage-ink', ['stage']],
];
/** Edges of controls, bars and the ring of the focus. */
const EDGES: [edge: string, grounds: string[]][] = [
  ['line-strong', GROUNDS],
  ['accent-text', GROUNDS],
  ['complete', ['surface', 'sunken']],
  ['warn', ['surface']],
  ['stage-accent', ['stage']],
];

const pairs = (list: [string, string[]][]) => list.flatMap(([ink, grounds]) => grounds.map((ground) => [ink, ground]));

describe.each<[Theme, number]>([
  ['light', 4.5],
  ['dark', 4.5],
  ['outdoor', 7],
])('[Z3] in the %s theme', (theme, least) => {
  test.each(pairs(WORDS))(`%s on %s has at least ${least}:1`, (ink = '', ground = '') => {
    expect(contrast(colourOf(ink, theme), colourOf(ground, theme))).toBeGreaterThanOrEqual(least);
  });

  test.each(pairs(EDGES))('the edge %s stands out from %s by at least 3:1', (edge = '', ground = '') => {
    expect(contrast(colourOf(edge, theme), colourOf(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

test('black on white is 21:1, so the measure measures', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});
