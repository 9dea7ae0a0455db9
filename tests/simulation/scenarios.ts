// The scenarios over which the seeds are distributed.
import type { Faults } from './bad-network.ts';

export type Scenario = {
  name: string;
  tablets: number;
  tabs: number;
  people: readonly string[];
  lock: 'real' | 'none';
  restores: 'never' | 'announced' | 'in silence';
  freezes: boolean;
  /** Admins begin new rounds of courses meanwhile. */
  renews?: boolean;
  /** Authors have a quiz graded again meanwhile. */
  regrades?: boolean;
  lessons: readonly number[];
  /** The most entries in one request: simulates a long queue without 500 intents. */
  batch: number;
  /** The least and the most intents of a story. */
  intents: readonly [number, number];
  faults: Faults;
  /** The shares of commits at which the tab is killed, and at which the storage fails. */
  crashes: number;
  diskErrors: number;
};

const MAREN = '11111111-1111-4111-8111-111111111111';
const OLE = '22222222-2222-4222-8222-222222222222';
const ROUGH: Faults = {
  lostRequest: 0.1,
  lostResponse: 0.12,
  duplicate: 0.12,
  slow: 0.08,
  portal: 0.05,
  busy: 0.08,
  wrongToken: 0,
  lateResponse: 0,
};

const ONE_DEVICE: Scenario = {
  name: 'one device',
  tablets: 1,
  tabs: 1,
  people: [MAREN],
  lock: 'real',
  restores: 'never',
  freezes: false,
  lessons: [1, 2, 3],
  batch: 500,
  intents: [3, 14],
  faults: ROUGH,
  crashes: 0.02,
  diskErrors: 0.01,
};

const MANY_LESSONS = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];

export const SCENARIOS: readonly Scenario[] = [
  ONE_DEVICE,
  { ...ONE_DEVICE, name: 'two tabs without a lock', tabs: 2, lock: 'none' },
  { ...ONE_DEVICE, name: 'two tabs, one of them frozen with the lock', tabs: 2, freezes: true },
  { ...ONE_DEVICE, name: 'three devices', tablets: 3, lessons: [1, 3], intents: [4, 16] },
  { ...ONE_DEVICE, name: 'one device and a restored server', restores: 'announced' },
  {
    ...ONE_DEVICE,
    name: 'one device and a server restored in silence',
    restores: 'in silence',
    // Stray packets may be applied out of order here, because they carry no sign of another history.
    faults: { ...ROUGH, duplicate: 0, slow: 0 },
  },
  {
    ...ONE_DEVICE,
    name: 'two tabs without a lock, late answers, and a server restored in silence',
    tabs: 2,
    lock: 'none',
    restores: 'in silence',
    faults: { ...ROUGH, duplicate: 0, slow: 0, lateResponse: 0.3 },
  },
  {
    ...ONE_DEVICE,
    name: 'three devices and a restored server',
    tablets: 3,
    lessons: [1, 3],
    restores: 'announced',
    intents: [4, 16],
  },
  {
    ...ONE_DEVICE,
    name: 'two people on two tablets',
    tablets: 2,
    tabs: 2,
    people: [MAREN, OLE],
    faults: { ...ROUGH, wrongToken: 0.1 },
  },
  { ...ONE_DEVICE, name: 'work that the server refuses', lessons: [1, 2, 3, 6, 7], intents: [6, 20] },
  { ...ONE_DEVICE, name: 'many lessons at once', tablets: 2, lessons: [...MANY_LESSONS, 6], intents: [20, 40] },
  { ...ONE_DEVICE, name: 'many lessons in small batches', lessons: [...MANY_LESSONS, 6], batch: 3, intents: [20, 40] },
  { ...ONE_DEVICE, name: 'one device and new rounds', renews: true, intents: [6, 20] },
  { ...ONE_DEVICE, name: 'three devices and new rounds', tablets: 3, lessons: [1, 3], renews: true, intents: [6, 20] },
  {
    ...ONE_DEVICE,
    name: 'two tabs without a lock, new rounds, and a restored server',
    tabs: 2,
    lock: 'none',
    restores: 'announced',
    renews: true,
    intents: [6, 20],
  },
  {
    ...ONE_DEVICE,
    name: 'two people, and a quiz that is graded again',
    tablets: 2,
    people: [MAREN, OLE],
    lessons: [1, 3, 3],
    regrades: true,
    intents: [6, 20],
  },
];
