// How a slide looks: an HTML page, which video.ts takes a picture of.

import { type DrawingName, drawings } from './drawings.ts';

export const SLIDE_SIZE = { width: 960, height: 540 };

export interface Slide {
  heading: string;
  /** One to three short lines below the heading. */
  lines: string[];
  drawing: DrawingName;
  /** Spoken one after the other while the slide stands; together they are the captions. */
  sentences: string[];
}

type Tone = keyof typeof tones;

const tones = {
  paper:
    'background:#f7f4ef;--ink:#2b2140;--accent:#6d28d9;--soft:#efe8fc;--card:#fff;--edge:#e4dcf2;--faint:#b8adcb;--good:#15803d',
  ground:
    'background:#f2e6d3;--ink:#2b2140;--accent:#6d28d9;--soft:#efe8fc;--card:#fff;--edge:#e6d6bd;--faint:#b8adcb;--good:#15803d',
};

const drawingStyle = `
  svg { display: block; fill: none; stroke: var(--ink); stroke-width: 5; stroke-linecap: round; stroke-linejoin: round }
  svg .soft { fill: var(--soft) } svg .tint { fill: var(--soft); stroke: none } svg .paper { fill: var(--card) }
  svg .accent { stroke: var(--accent) } svg .solid { fill: var(--accent); stroke: none }
  svg .good { stroke: var(--good); stroke-width: 8 } svg .faint { stroke: var(--faint) }
  svg .thin { stroke-width: 3.5 } svg .thick { stroke-width: 8 }
  svg .dotted { stroke: var(--accent); stroke-width: 6; stroke-dasharray: .1 12 } svg .dashed { stroke-dasharray: 10 10 }
  svg .knob, svg .bolt { fill: var(--card); stroke: none } svg .on-solid { stroke: var(--card); stroke-width: 6 }
  svg .lens { fill: var(--card); stroke: var(--accent); stroke-width: 8 } svg .hatch { fill: #fca5a5; stroke: none }
  svg text { fill: var(--ink); stroke: none; font-weight: bold }`;

const pageStyle = `
  * { margin: 0; box-sizing: border-box }
  body { position: relative; overflow: hidden; color: var(--ink); font-family: 'DejaVu Sans Condensed', 'DejaVu Sans', sans-serif }
  .count { position: absolute; right: 56px; top: 30px; font-size: 20px; opacity: .7 }
  main { position: absolute; left: 48px; top: 76px; width: 356px; height: 384px; display: flex; flex-direction: column; justify-content: center }
  h1 { font-size: 48px; line-height: 1.12; letter-spacing: -.5px; text-wrap: balance; margin-bottom: 26px }
  p { font-size: 28px; line-height: 1.3; padding-left: 22px; border-left: 5px solid var(--accent); margin-top: 12px; text-wrap: balance }
  figure { position: absolute; right: 56px; top: 76px; width: 384px; height: 384px; padding: 28px; border-radius: 28px; background: var(--card); border: 2px solid var(--edge) }
  figure svg { width: 100%; height: 100% }
  .scene { position: absolute; right: -36px; top: 104px; width: 600px; overflow: visible; stroke: none; stroke-width: 1 }`;

const picture = (name: DrawingName) => `<svg viewBox="0 0 320 320">${drawings[name]}</svg>`;

const page = (tone: Tone, size: { width: number; height: number }, body: string) =>
  `<!doctype html><meta charset="utf-8"><style>${drawingStyle}${pageStyle}</style>` +
  `<body style="width:${size.width}px;height:${size.height}px;${tones[tone]}">${body}</body>`;

/** The first slide of a clip shows its `scene` on the ground of the courses' pictures, the others a drawing on paper. */
export function slidePage(slide: Slide, number: number, count: number, scene: string): string {
  const lines = slide.lines.map((line) => `<p>${line}</p>`).join('');
  const body =
    `<div class="count">${number} / ${count}</div>` +
    `<main><h1>${slide.heading}</h1>${lines}</main>${number === 1 ? scene : `<figure>${picture(slide.drawing)}</figure>`}`;
  return page(number === 1 ? 'ground' : 'paper', SLIDE_SIZE, body);
}
