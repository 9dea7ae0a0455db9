// What the pictures of the sample courses are drawn with. Lengths are in metres; x leads to the lower right, y to the lower left,
// z up.

export type Point = [x: number, y: number, z: number];
export type Tone = readonly [top: string, left: string, right: string];

export const PAPER: Tone = ['#fffdf9', '#f3ede4', '#e3dbd0'];
const WALL: Tone = ['#43384c', '#fffdfa', '#e9e4e6'];
export const FLOOR: Tone = ['#f1e0cd', '#d9c3aa', '#c9b195'];
export const WOOD: Tone = ['#dcb694', '#c79d78', '#b58862'];
export const CLAY: Tone = ['#c8714f', '#b86243', '#a35338'];
export const CLOTH: Tone = ['#d3cbe6', '#b9aed6', '#a698c8'];
export const DARK: Tone = ['#5a4d68', '#43384c', '#352c3d'];
export const GRASS: Tone = ['#e6e7c8', '#ced2a6', '#bcc192'];
export const INK = '#43384c';
export const ACCENT = '#6d28d9';
export const GLASS = '#b9d8ea';

/** A drawing with its origin and scale on the page, in pixels. */
export function pen(originX: number, originY: number, scale: number) {
  const at = ([x, y, z]: Point) =>
    `${(originX + (x - y) * 0.866 * scale).toFixed(1)} ${(originY + ((x + y) / 2 - z) * scale).toFixed(1)}`;
  const line = (points: Point[]) => `M${points.map(at).join('L')}`;
  const face = (points: Point[], fill: string, more = `stroke="${INK}" stroke-width="1"`) =>
    `<path d="${line(points)}Z" fill="${fill}" ${more} stroke-linejoin="round"/>`;
  /** A box by its corner nearest to the origin and its size; the three sides that are seen. */
  const box = ([x, y, z]: Point, [w, d, h]: Point, [top, left, right]: Tone) =>
    face(
      [
        [x, y + d, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
      left,
    ) +
    face(
      [
        [x + w, y, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x + w, y, z + h],
      ],
      right,
    ) +
    face(
      [
        [x, y, z + h],
        [x + w, y, z + h],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
      top,
    );
  /** A rectangle on the wall that faces the lower left (`y` fixed) or the lower right (`x` fixed). */
  const onLeft = (y: number, x: number, z: number, w: number, h: number, fill: string) =>
    face(
      [
        [x, y, z],
        [x + w, y, z],
        [x + w, y, z + h],
        [x, y, z + h],
      ],
      fill,
    );
  const onRight = (x: number, y: number, z: number, w: number, h: number, fill: string) =>
    face(
      [
        [x, y, z],
        [x, y + w, z],
        [x, y + w, z + h],
        [x, y, z + h],
      ],
      fill,
    );
  const path = (points: Point[], look: string) =>
    `<path d="${line(points)}" fill="none" stroke-linecap="round" stroke-linejoin="round" ${look}/>`;
  const route = (points: Point[]) => {
    const [x, y] = at(points.at(-1) ?? [0, 0, 0]).split(' ');
    return (
      path(points, `stroke="${ACCENT}" stroke-width="5" stroke-dasharray=".1 9"`) +
      `<circle cx="${x}" cy="${y}" r="5.5" fill="#fff" stroke="${ACCENT}" stroke-width="3"/>`
    );
  };
  const person = (point: Point) => {
    const [x = 0, y = 0] = at(point).split(' ').map(Number);
    return (
      `<ellipse cx="${x}" cy="${y}" rx="13" ry="6" fill="${INK}" opacity=".18"/>` +
      `<path d="M${x - 8} ${y - 2}v-24a8 8 0 0 1 16 0v24a8 4 0 0 1-16 0Z" fill="${ACCENT}"/>` +
      `<circle cx="${x}" cy="${y - 38}" r="6.5" fill="#e7b796"/>` +
      `<path d="M${x - 9} ${y - 39}a9 9 0 0 1 18 0Z" fill="#fff" stroke="${INK}"/>`
    );
  };
  /** What a scanner has measured: dots spread over a rectangle of a wall, the same ones every time. */
  const cloud = (corner: Point, along: 'x' | 'y', w: number, h: number, count: number) => {
    let dots = '';
    for (let n = 1; n <= count; n += 1) {
      const [a, b] = [((n * 0.7548777) % 1) * w, ((n * 0.5698403) % 1) * h];
      const [x, y, z] = corner;
      const [cx, cy] = at(along === 'x' ? [x + a, y, z + b] : [x, y + a, z + b]).split(' ');
      dots += `<circle cx="${cx}" cy="${cy}" r="${1 + (n % 3) * 0.5}" fill="${ACCENT}" opacity="${0.35 + (n % 4) * 0.14}"/>`;
    }
    return dots;
  };
  /** A floor with its two walls behind it. */
  const room = (w: number, d: number, h: number, floor = FLOOR) =>
    face(
      [
        [-0.5, d + 0.7, -0.3],
        [w + 0.7, d + 0.7, -0.3],
        [w + 0.7, -0.5, -0.3],
      ],
      INK,
      'opacity=".1"',
    ) +
    box([0, 0, -0.25], [w, d, 0.25], floor) +
    box([-0.2, -0.2, -0.25], [0.2, d + 0.2, h + 0.25], WALL) +
    box([0, -0.2, -0.25], [w, 0.2, h + 0.25], WALL);
  return { at, box, face, onLeft, onRight, path, route, person, cloud, room };
}
