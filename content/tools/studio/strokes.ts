// The few strokes all drawings share. A drawing is SVG inside a 320 x 320 box; its classes are coloured in page.ts.

type Point = [x: number, y: number];

/** A line through the points whose corners are rounded with the radius. */
export function rounded(points: Point[], radius = 14): string {
  const towards = (from: Point, to: Point): Point => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const part = Math.min(radius, length / 2) / length;
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  };
  const steps = points.map((point, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (!before) return `M${point}`;
    if (!after) return `L${point}`;
    return `L${towards(point, before)}Q${point} ${towards(point, after)}`;
  });
  return steps.join('');
}

export const tick = (x: number, y: number, size = 20): string =>
  `<path class="good" d="M${x} ${y}l${size * 0.4} ${size * 0.45}l${size * 0.7} ${-size}"/>`;

export const cross = (x: number, y: number, size = 20): string =>
  `<path class="accent" d="M${x} ${y}l${size} ${size}m0 ${-size}l${-size} ${size}"/>`;

export const label = (x: number, y: number, words: string, size = 24): string =>
  `<text x="${x}" y="${y}" font-size="${size}">${words}</text>`;

/** Lines of writing, as on a form. */
export const writing = (x: number, y: number, widths: number[], gap = 26): string =>
  widths.map((width, i) => `<path class="thin faint" d="M${x} ${y + i * gap}h${width}"/>`).join('');

/** An upright telephone with something on its screen. */
export const phoneWith = (screen: string): string =>
  `<rect class="soft" x="95" y="30" width="130" height="260" rx="20"/><path d="M148 50h24"/><path class="thin" d="M146 274h28"/>${screen}`;

/** A sheet of paper with a folded corner, 180 x 240. */
export const sheetWith = (content: string): string =>
  `<path class="soft" d="M70 40h130l50 50v190h-180z"/><path d="M200 40v50h50"/>${content}`;

/** Two rooms and a hall; the front door is the gap at the bottom. */
export const planWith = (content: string): string =>
  `<rect class="tint" x="40" y="46" width="240" height="220"/>${content}` +
  '<path d="M140 266H40V46H280V266H180M160 46V166M40 166H80M120 166H200M240 166H280"/>';
