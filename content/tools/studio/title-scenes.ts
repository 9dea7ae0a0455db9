// The pictures of the clips' first slides, drawn as those of the courses.

import type { ClipName } from '../narration.ts';
import { ACCENT, CLOTH, DARK, FLOOR, GLASS, INK, PAPER, type Point, pen, WOOD } from './scene-pen.ts';
import { anyRoom, houseToInspect, orders, SCENE_SIZE, scannerAtWork } from './scenes.ts';

const DASHED = `stroke="${ACCENT}" stroke-width="2" stroke-dasharray="6 6"`;

/** A phone on a table, with a face on its screen. */
function phoneOnTable(): string {
  const { at, box, onLeft, room } = pen(320, 88, 46);
  const [x = 0, y = 0] = at([2.6, 2.4, 0.95]).split(' ').map(Number);
  const line = (down: number, half: number) =>
    `<path d="M${x - half} ${y + down}h${2 * half}" stroke="${ACCENT}" stroke-width="5" stroke-linecap="round" opacity=".45"/>`;
  return (
    room(5, 4.6, 1.9) +
    onLeft(0, 1.7, 0.6, 1.8, 0.9, GLASS) +
    box([0.9, 0.9, 0], [3.4, 3, 0.7], WOOD) +
    box([1.7, 1.5, 0.7], [1.8, 1.8, 0.14], DARK) +
    box([1.8, 1.6, 0.84], [1.6, 1.6, 0.02], PAPER) +
    `<ellipse cx="${x}" cy="${y - 18}" rx="17" ry="10" fill="${ACCENT}"/>` +
    line(4, 34) +
    line(18, 22)
  );
}

/** A wardrobe with mirrors, and the second room that a scanner sees in them. */
function mirrors(): string {
  const { box, face, onLeft, onRight, path, route, person, cloud, room } = pen(300, 118, 44);
  const corners: Point[] = [
    [2.6, 0, 1.9],
    [2.6, -1.6, 1.9],
    [4.8, -1.6, 1.9],
    [4.8, 0, 1.9],
  ];
  const light: Point[] = [
    [0, 1.4, 0],
    [0, 3.2, 0],
    [2, 3.9, 0],
    [2, 2.1, 0],
  ];
  return (
    cloud([2.6, -1.6, 0.4], 'x', 2.2, 1.5, 90) +
    path(corners, DASHED) +
    room(5, 4.6, 1.9) +
    onRight(0, 1.4, 0.6, 1.8, 0.9, GLASS) +
    face(light, '#f9e3a0', 'opacity=".8"') +
    box([2.6, 0, 0], [2.2, 0.5, 1.8], WOOD) +
    onLeft(0.5, 2.7, 0.15, 0.95, 1.5, GLASS) +
    onLeft(0.5, 3.75, 0.15, 0.95, 1.5, GLASS) +
    box([0.4, 0.3, 0], [1.6, 0.8, 0.5], CLOTH) +
    route([
      [2.2, 2.3, 0],
      [3.4, 2.3, 0],
      [3.4, 3.6, 0],
      [4.5, 3.9, 0],
    ]) +
    person([2.2, 2.3, 0])
  );
}

/** Walls cut off at the knee: the plan as it was scanned. `more` is drawn over it. */
function plan(more: (by: ReturnType<typeof pen>) => string): string {
  const by = pen(320, 84, 42);
  const wall = (corner: Point, width: number, depth: number) => by.box(corner, [width, depth, 0.4], PAPER);
  return (
    by.box([0, 0, -0.25], [6, 5, 0.25], FLOOR) +
    wall([0, 0, 0], 6, 0.15) +
    wall([0, 0, 0], 0.15, 5) +
    wall([3.2, 0, 0], 0.15, 2.6) +
    wall([0, 2.6, 0], 1.4, 0.15) +
    wall([2.4, 2.6, 0], 0.95, 0.15) +
    wall([4.4, 2.6, 0], 1.6, 0.15) +
    wall([5.85, 0, 0], 0.15, 5) +
    wall([0, 4.85, 0], 2.4, 0.15) +
    wall([3.6, 4.85, 0], 2.4, 0.15) +
    more(by)
  );
}

/** A corner that the scan has missed. */
const gapInPlan = () =>
  plan(
    ({ face, path, route }) =>
      face(
        [
          [3.4, 0.2, 0],
          [5.8, 0.2, 0],
          [5.8, 1.5, 0],
          [3.4, 1.5, 0],
        ],
        '#e9a9a0',
        'opacity=".75"',
      ) +
      path(
        [
          [3.4, 1.5, 0.02],
          [5.8, 1.5, 0.02],
        ],
        DASHED,
      ) +
      route([
        [3, 4.9, 0],
        [3, 3.6, 0],
        [1.8, 3.4, 0],
        [1.8, 1.4, 0],
        [1.8, 3.4, 0],
        [3.9, 3.4, 0],
        [3.9, 2, 0],
      ]),
  );

/** The lengths of two walls. */
const measuredPlan = () =>
  plan(({ path }) => {
    const length = (from: Point, to: Point) => path([from, to], `stroke="${ACCENT}" stroke-width="4"`);
    return (
      length([0, 5.5, -0.25], [6, 5.5, -0.25]) +
      length([0, 5.3, -0.25], [0, 5.7, -0.25]) +
      length([6, 5.3, -0.25], [6, 5.7, -0.25]) +
      length([6.5, 0, -0.25], [6.5, 5, -0.25]) +
      length([6.3, 0, -0.25], [6.7, 0, -0.25]) +
      length([6.3, 5, -0.25], [6.7, 5, -0.25])
    );
  });

/** A crack in the wall, in the frame of a photo. */
function crackInWall(): string {
  const { box, onRight, path, person, room } = pen(320, 100, 46);
  const crack: Point[] = [
    [1.7, 0, 1.8],
    [1.9, 0, 1.4],
    [1.6, 0, 1.1],
    [1.9, 0, 0.7],
    [1.8, 0, 0.4],
  ];
  const frame: Point[] = [
    [1, 0, 0.3],
    [2.6, 0, 0.3],
    [2.6, 0, 1.85],
    [1, 0, 1.85],
    [1, 0, 0.3],
  ];
  return (
    room(5, 4.6, 2.1) +
    onRight(0, 1.4, 0.7, 1.8, 0.9, GLASS) +
    path(crack, `stroke="${INK}" stroke-width="3"`) +
    path(frame, DASHED) +
    box([3.6, 0.3, 0], [1, 0.8, 0.6], WOOD) +
    person([1.9, 2.6, 0])
  );
}

/** A scan that ended in the middle of a room. */
function lostInRoom(): string {
  const { box, path, route, person, cloud, room } = pen(320, 100, 46);
  return (
    room(5, 4.6, 2) +
    cloud([0.02, 0.1, 0.1], 'y', 4.3, 1.8, 220) +
    cloud([0.1, 0.02, 0.1], 'x', 1.8, 1.8, 110) +
    box([3.4, 0.3, 0], [1.3, 0.8, 0.5], CLOTH) +
    route([
      [0.9, 3.9, 0],
      [0.9, 1.8, 0],
      [2.6, 1.8, 0],
      [2.6, 2.8, 0],
    ]) +
    path(
      [
        [2.6, 2.8, 0],
        [2.6, 3.8, 0],
        [4.4, 3.8, 0],
      ],
      `stroke="${INK}" stroke-width="3" stroke-dasharray=".1 9" opacity=".5"`,
    ) +
    person([2.6, 2.8, 0])
  );
}

const scenes: Record<ClipName, () => string> = {
  'welcome-to-the-field': houseToInspect,
  'set-up-your-account': phoneOnTable,
  'find-your-next-order': orders,
  'walk-the-scan-path': anyRoom,
  'light-mirrors-and-glass': mirrors,
  'check-the-scan-on-site': gapInPlan,
  'care-for-the-scanner': scannerAtWork,
  'see-the-field-as-a-business': orders,
  'photos-and-notes': crackInWall,
  'finish-the-floor-plan': measuredPlan,
  'when-something-goes-wrong': lostInRoom,
};

export const titleScene = (clip: ClipName) =>
  `<svg class="scene" viewBox="0 0 ${SCENE_SIZE.width} ${SCENE_SIZE.height}">${scenes[clip]()}</svg>`;
