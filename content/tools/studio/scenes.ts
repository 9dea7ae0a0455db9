// The pictures of the sample courses: rooms cut open and seen from above at an angle, with the inspector's route as a dotted line.

import {
  ACCENT,
  CLAY,
  CLOTH,
  DARK,
  FLOOR,
  GLASS,
  GRASS,
  INK,
  PAPER,
  type Point,
  pen,
  type Tone,
  WOOD,
} from './scene-pen.ts';

/** A house with its roof lifted, and the way through its rooms. */
export function houseToInspect(): string {
  const { box, face, onLeft, onRight, path, route, person, cloud, room } = pen(306, 196, 27);
  const roof = (z: number) =>
    face(
      [
        [-0.5, -0.5, z],
        [6.5, -0.5, z],
        [6.5, 2.5, z + 1.9],
        [-0.5, 2.5, z + 1.9],
      ],
      '#a35338',
    ) +
    face(
      [
        [-0.5, 5.5, z],
        [6.5, 5.5, z],
        [6.5, 2.5, z + 1.9],
        [-0.5, 2.5, z + 1.9],
      ],
      '#c8714f',
    ) +
    face(
      [
        [6.5, -0.5, z],
        [6.5, 5.5, z],
        [6.5, 2.5, z + 1.9],
      ],
      '#f3ede4',
    ) +
    box([1.2, 2.3, z + 1.4], [0.5, 0.5, 1.1], CLAY);
  const lift = `stroke="${ACCENT}" stroke-width="1.5" stroke-dasharray="4 5" opacity=".7"`;
  return (
    room(6, 5, 1.5) +
    onLeft(0, 3.6, 0.5, 1.5, 0.7, GLASS) +
    onRight(0, 1.2, 0.5, 1.6, 0.7, GLASS) +
    cloud([0.2, 0.02, 0.1], 'x', 2.9, 1.2, 90) +
    box([3.2, 0, 0], [0.15, 2.2, 1.2], PAPER) +
    box([0.3, 0.3, 0], [1.7, 0.8, 0.5], CLOTH) +
    box([4.3, 0.4, 0], [1.2, 0.7, 0.6], WOOD) +
    box([0, 3.2, 0], [2.2, 0.15, 1.2], PAPER) +
    route([
      [2.4, 3.9, 0],
      [3.5, 3.9, 0],
      [3.5, 2.8, 0],
      [4.9, 2.8, 0],
      [4.9, 4, 0],
      [5.5, 4.3, 0],
    ]) +
    person([2.4, 3.9, 0]) +
    path(
      [
        [6, 0, 1.5],
        [6, 0, 4.1],
      ],
      lift,
    ) +
    path(
      [
        [0, 5, 1.5],
        [0, 5, 4.1],
      ],
      lift,
    ) +
    path(
      [
        [6, 5, 0],
        [6, 5, 4.1],
      ],
      lift,
    ) +
    roof(4.1)
  );
}

/** An inspector with the scanner at chest height, and the wall that it has measured. */
export function scannerAtWork(): string {
  const { at, box, face, onLeft, person, cloud, room } = pen(322, 112, 43);
  const lens: Point = [2.45, 3.25, 0.95];
  const [x = 0, y = 0] = at(lens).split(' ').map(Number);
  const feet: Point = [3.1, 2.9, 0];
  const scanner =
    `<path d="M${x + 14} ${y + 6}l-3 20" stroke="${INK}" stroke-width="8" stroke-linecap="round"/>` +
    `<rect x="${x - 2}" y="${y - 12}" width="26" height="24" rx="5" fill="${DARK[0]}" stroke="${INK}"/>` +
    `<path d="M${x + 36} ${y + 4}L${x + 15} ${y + 17}" stroke="#8b5cf6" stroke-width="9" stroke-linecap="round"/>` +
    `<circle cx="${x + 13}" cy="${y + 18}" r="5.5" fill="#e7b796"/>` +
    `<circle cx="${x}" cy="${y}" r="8" fill="${ACCENT}" stroke="#fff" stroke-width="3"/>` +
    `<circle cx="${x}" cy="${y}" r="2.5" fill="#fff"/>`;
  return (
    room(5.4, 4.6, 2.2, ['#e4e2ea', '#c9c6d3', '#b8b4c5']) +
    face([lens, [0, 0.1, 0.1], [0, 0.1, 2.1], [0, 3.9, 2.1], [0, 3.9, 0.1]], ACCENT, 'opacity=".09"') +
    cloud([0.02, 0.1, 0.1], 'y', 3.8, 2, 260) +
    cloud([0.1, 0.02, 0.1], 'x', 2.2, 2, 150) +
    onLeft(0, 3.1, 0.7, 1.6, 1, GLASS) +
    box([3.2, 0.3, 0], [1.5, 0.7, 0.5], CLOTH) +
    `<g transform="scale(2)" transform-origin="${at(feet)}">${person(feet)}</g>` +
    scanner
  );
}

/** A neighbourhood with a day's orders. */
export function orders(): string {
  const { at, box, face, route, path } = pen(320, 62, 38);
  const house = ([x, y]: [number, number], tone: Tone) =>
    box([x, y, 0], [1.1, 1, 0.7], PAPER) +
    face(
      [
        [x, y + 1.1, 0.65],
        [x + 1.15, y + 1.1, 0.65],
        [x + 1.15, y + 0.5, 1.25],
        [x, y + 0.5, 1.25],
      ],
      tone[0],
    ) +
    face(
      [
        [x + 1.15, y - 0.1, 0.65],
        [x + 1.15, y + 1.1, 0.65],
        [x + 1.15, y + 0.5, 1.25],
      ],
      PAPER[1],
    );
  const tree = (point: Point) => {
    const [x = 0, y = 0] = at(point).split(' ').map(Number);
    return `<path d="M${x} ${y}v-14" stroke="#8a6a4a" stroke-width="4"/><circle cx="${x}" cy="${y - 20}" r="11" fill="#9cab7a" stroke="${INK}"/>`;
  };
  const pin = (point: Point) => {
    const [x = 0, y = 0] = at(point).split(' ').map(Number);
    return `<path d="M${x} ${y}c-9-13-13-18-13-26a13 13 0 0 1 26 0c0 8-4 13-13 26Z" fill="${ACCENT}"/><circle cx="${x}" cy="${y - 26}" r="5" fill="#fff"/>`;
  };
  const street = `stroke="#fbf7ee" stroke-width="22"`;
  return (
    box([0, 0, -0.3], [7, 7, 0.3], GRASS) +
    path(
      [
        [0.5, 3.4, 0],
        [6.5, 3.4, 0],
      ],
      street,
    ) +
    path(
      [
        [3.5, 0.5, 0],
        [3.5, 6.5, 0],
      ],
      street,
    ) +
    house([0.9, 0.9], CLAY) +
    tree([2.6, 1.2, 0]) +
    house([4.9, 1.2], WOOD) +
    tree([6.3, 2.4, 0]) +
    tree([0.8, 5.9, 0]) +
    route([
      [1.5, 2.2, 0],
      [1.5, 3.4, 0],
      [3.5, 3.4, 0],
      [5.5, 3.4, 0],
      [5.5, 4.5, 0],
    ]) +
    path(
      [
        [3.5, 3.4, 0],
        [3.5, 5.1, 0],
        [2.6, 5.1, 0],
      ],
      `stroke="${ACCENT}" stroke-width="5" stroke-dasharray=".1 9"`,
    ) +
    house([1.2, 4.6], CLAY) +
    house([5, 4.7], CLAY) +
    tree([4.3, 6.2, 0]) +
    pin([1.5, 1.4, 1.2]) +
    pin([1.8, 5.1, 1.2]) +
    pin([5.6, 5.2, 1.2])
  );
}

/** A house on two levels: the way down its stairs. */
function splitLevel(): string {
  const { box, face, onLeft, onRight, path, route, person, cloud, room } = pen(300, 124, 38);
  const steps = Array.from({ length: 5 }, (_, n) => box([2.6 + n * 0.36, 2, 0], [0.36, 1.4, 1.1 - n * 0.2], PAPER));
  const rail = (points: Point[]) =>
    points
      .map(([x, y, z]) =>
        path(
          [
            [x, y, z],
            [x, y, z + 0.55],
          ],
          `stroke="${INK}" stroke-width="2.5"`,
        ),
      )
      .join('');
  return (
    room(6, 5, 2.7) +
    cloud([2.9, 0.02, 0.1], 'x', 3, 2.5, 230) +
    onRight(0, 1.4, 1.8, 1.8, 0.7, GLASS) +
    onLeft(0, 1, 1.7, 1.3, 0.8, GLASS) +
    box([0, 0, 0], [2.6, 5, 1.3], FLOOR) +
    box([0.3, 0.3, 1.3], [1.6, 0.9, 0.35], CLOTH) +
    face(
      [
        [2.6, 0, 0],
        [2.6, 5, 0],
        [2.6, 5, 1.3],
        [2.6, 0, 1.3],
      ],
      '#ded0bf',
    ) +
    steps.join('') +
    path(
      [
        [2.6, 0.2, 1.85],
        [2.6, 1.9, 1.85],
      ],
      `stroke="${INK}" stroke-width="3"`,
    ) +
    rail([
      [2.6, 0.2, 1.3],
      [2.6, 0.75, 1.3],
      [2.6, 1.3, 1.3],
      [2.6, 1.9, 1.3],
    ]) +
    path(
      [
        [2.6, 3.5, 1.85],
        [2.6, 4.9, 1.85],
      ],
      `stroke="${INK}" stroke-width="3"`,
    ) +
    rail([
      [2.6, 3.5, 1.3],
      [2.6, 4.2, 1.3],
      [2.6, 4.9, 1.3],
    ]) +
    box([4.9, 0.3, 0], [0.8, 0.7, 0.6], WOOD) +
    route([
      [1.2, 3.2, 1.3],
      [2.2, 2.7, 1.3],
      [2.8, 2.7, 1.15],
      [4.3, 2.7, 0.2],
      [5, 2.7, 0],
      [5, 3.8, 0],
      [5.5, 4.3, 0],
    ]) +
    person([1.2, 3.2, 1.3])
  );
}

/** A room for any course. */
export function anyRoom(): string {
  const { box, onLeft, onRight, route, person, room } = pen(320, 88, 46);
  return (
    room(5, 4.6, 1.9) +
    onLeft(0, 2.6, 0.6, 1.6, 0.9, GLASS) +
    onRight(0, 1.4, 0.6, 1.8, 0.9, GLASS) +
    box([0.4, 0.4, 0], [1.7, 0.8, 0.5], CLOTH) +
    box([3.9, 0.3, 0], [0.8, 0.7, 0.6], WOOD) +
    route([
      [1.4, 2.4, 0],
      [2.8, 2.4, 0],
      [2.8, 3.5, 0],
      [4.2, 3.5, 0],
    ]) +
    person([1.4, 2.4, 0])
  );
}

/** By the folder of their course; without a ground, so that a picture stands on the theme's own. */
const scenes = {
  'property-inspection-field-training': houseToInspect,
  'operating-the-3d-scanner': scannerAtWork,
  'growing-an-inspection-business': orders,
  'certified-field-inspector': splitLevel,
};

export type IllustratedCourse = keyof typeof scenes;
export const illustratedCourses = Object.keys(scenes) as IllustratedCourse[];

export const SCENE_SIZE = { width: 640, height: 360 };

const svgOf = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SCENE_SIZE.width}" height="${SCENE_SIZE.height}">${body}</svg>`;

/** The page that a course's picture is taken of. */
export function scenePage(course: IllustratedCourse): string {
  return `<!doctype html><meta charset="utf-8"><body style="margin:0">${svgOf(scenes[course]())}</body>`;
}

/** The picture of the app for a course that has none. */
export const stockPicture = () => `${svgOf(`<title>A room and the way through it</title>${anyRoom()}`)}\n`;
