// What became of everybody in the last 14 months, computed from a fixed seed and the day of the start: the same for everyone who tries the
// product. Days are counted back from today. Nothing here knows the database.
import { addDays, addMonths } from '#sync/contract/due.ts';
import { addressOf, CAST, CREWS, type Crew, chance, LADDERS, MISLEADING, OMAR, ROSA, sampleId } from './cast.ts';

/** The numbers of the sample courses (P-8). */
export const SAMPLE_IDS = [1, 2, 3, 4] as const;
/** The organization's own course has no number yet. */
export type CourseKey = (typeof SAMPLE_IDS)[number] | 'ladders';

/** What one person did in one round of one course. */
export interface Stint {
  course: CourseKey;
  round: number;
  /** Days ago, as is `ended`, the day of the last thing they did. */
  enrolled: number;
  ended: number;
  /** Days from today; undefined where they enrolled themselves. */
  due?: number | undefined;
  /** So many of the lessons, in their order. */
  lessons: number;
  /** Failed tries at the quiz that they stopped at, by its place among the lessons. */
  stuck?: { place: number; tries: number; daysAgo: number };
  /** Failed tries at each quiz that they passed. */
  fails: (place: number) => number;
  /** They chose what seven of ten choose (MISLEADING). */
  isMisled?: boolean;
  stars?: number;
  /** The time of the last lesson, in hours of that day. */
  hour?: number;
}

export interface Resident {
  id: string;
  email: string;
  fullName: string;
  crew: Crew | null;
  isLead: boolean;
  isOrgAdmin: boolean;
  /** Days ago. */
  joined: number;
  stints: Stint[];
}

/**
 * How each of a crew stands in Ladders and Edges, which is required of all: R renewed, V valid, N completed lately, E and X whose
 * certificate ends in or has ended since so many days, O overdue, B behind and due in so many days, P on their way, 0 not started.
 */
const STANDINGS: Record<Crew, string> = {
  'North Yard': 'R E21 R R E4 V V V V V V V V V N N P P',
  'South Yard': 'N0 R R R E12 X9 V V V V V V V V V V V N P P',
  Harbour: 'R R R V V V V V V V V V N N',
  Riverside: 'R R E17 V V V V V V V V V N O6 O13 P P',
  'Night Shift': 'V V V V V O41 O27 O19 O8 B3 X16 P P',
  Airport: 'R R R E26 E29 V V V V V V V V V V V V V N P N P',
  'Scan Specialists': 'R V V V V V V V V',
  'New Starters': 'N N N O4 B6 B2 0 0 0 P',
};
/** How people fare in course 1, in turn: C completes it, S stops at the quiz of lesson 18, X at the exam, p is on their way, - is not in it. */
const IN_COURSE_1 = 'CCCS-XpCSC-p';
const LESSONS_OF_1 = 27;
const LESSONS_OF_4 = 31;
const PLACES = { quiz: 13, exam: 25 };
/** Everybody, with Omar, who administers and learns nothing. */
export const LEAST_PEOPLE = 124;

/** The people of Demo Inspections; beyond those of the story they are all alike. */
export function tellStory(now: Date, people: number): Resident[] {
  const today = now.toISOString().slice(0, 10);
  const back = (days: number) => workday(now, days);
  const everyone: Resident[] = [];
  let takers = 0;
  /** So that, with those who are stuck there, seven of ten fall for it. */
  const isMisledNext = (code: string) => {
    if (!/^[VNEXR]/.test(code)) return false;
    takers += 1;
    return Math.floor(takers * 0.68) > Math.floor((takers - 1) * 0.68);
  };
  for (const { crew, fullName, code, at } of rolls(people)) {
    const n = everyone.length;
    const known = CAST.find((one) => one.fullName === fullName);
    const email = known?.email ?? addressOf(fullName, n);
    const luck = (what: string) => chance(`${fullName}/${what}`);
    const ladders = inLadders(code, { today, back, luck, isMisled: isMisledNext(code) });
    const stints = [...ladders, ...inCourse1(fullName, { n, code, back, luck })];
    const latest = Math.min(...stints.map(({ ended }) => ended));
    stints.push(...inCourse2(fullName, { crew, n, latest, now, back, luck }));
    if (crew === 'Scan Specialists') stints.push(inCourse4(at, { back, luck }));
    const joined = Math.max(...stints.map(({ enrolled }) => enrolled)) + 2;
    const isLead = at === 0 && crew !== 'Night Shift';
    const id = sampleId(email);
    everyone.push({ id, email, fullName, crew, isLead, isOrgAdmin: false, joined, stints });
  }
  const omar = { crew: null, isLead: false, isOrgAdmin: true, joined: 428, stints: [] };
  return [...everyone, { ...omar, ...OMAR, id: sampleId(OMAR.email) }];
}

/** Seven of a crew completed course 4 this month, and the others were enrolled this morning. */
function inCourse4(at: number, { back, luck }: Pick<InCourse, 'back' | 'luck'>): Stint {
  const base = { course: 4 as const, round: 1, fails: (place: number) => Number(luck(`inspector ${place}`) < 0.2) };
  if (at >= 7) return { ...base, enrolled: 0, ended: 0, due: 60, lessons: 0 };
  return { ...base, enrolled: 108, ended: back(between(luck('inspector'), 5, 27)), due: 12, lessons: LESSONS_OF_4 };
}

/** Who is in which crew, the lead first: those of the story, and as many more as are wanted. */
function rolls(people: number) {
  const crews = Object.keys(CREWS) as Crew[];
  const told = crews.flatMap((crew) => {
    const codes = STANDINGS[crew].split(' ');
    return CREWS[crew].split(',').map((fullName, at) => ({ crew, fullName, at, code: codes[at] ?? 'V' }));
  });
  const names = told.map(({ fullName }) => fullName.split(' '));
  const more = Array.from({ length: Math.max(0, people - LEAST_PEOPLE) }, (_, n) => {
    const [first = ''] = names[n % names.length] ?? [];
    const last = names[(n * 7 + Math.floor(n / names.length) + 3) % names.length]?.at(-1) ?? '';
    const crew = crews[n % crews.length] ?? 'Airport';
    return { crew, fullName: `${first} ${last} ${n + 1}`, at: n + 1, code: n % 9 === 0 ? 'P' : 'V' };
  });
  return [...told, ...more];
}

type Luck = (what: string) => number;
const between = (luck: number, from: number, to: number) => Math.round(from + luck * (to - from));

interface InLadders {
  today: string;
  back: (days: number) => number;
  luck: Luck;
  isMisled: boolean;
}

function inLadders(code: string, { today, back, luck, isMisled }: InLadders): Stint[] {
  const [kind, days] = [code.charAt(0), Number(code.slice(1))];
  const all = LADDERS.lessons.length;
  const quiz = MISLEADING.lesson - 1;
  // So that of all tries some 43 percent are passed.
  const tries = isMisled ? (luck('tries') < 0.25 ? 1 : 2 + Number(luck('tries') > 0.9)) : 0;
  const base = {
    course: 'ladders' as const,
    round: 1,
    isMisled,
    fails: (place: number) => (place === quiz ? tries : 0),
  };
  const done = (ended: number) => {
    const enrolled = ended + between(luck('took'), 4, 30);
    const stars = luck('rates') < 0.12 ? { stars: 3 + Math.round(luck('stars') * 2) } : {};
    return { ...base, enrolled, ended, due: 36 - enrolled, lessons: all, ...stars };
  };
  /** The day on which a certificate was issued that ends so many days from today. */
  const issued = (left: number) => daysSince(today, addMonths(addDays(today, left), -12));
  switch (kind) {
    case 'V':
      return [done(back(between(luck('ended'), 35, 300)))];
    case 'N':
      return [done(days === 0 && code.length > 1 ? 0 : back(between(luck('ended'), 2, 28)))];
    case 'E':
      return [done(issued(days))];
    case 'X':
      return [done(issued(-days))];
    case 'R': {
      const first = back(between(luck('ended'), 400, 412));
      const again = { ...base, round: 2, isMisled: false, fails: () => 0, lessons: all };
      return [done(first), { ...again, enrolled: 80, due: 365 - first, ended: back(between(luck('again'), 62, 76)) }];
    }
    case 'O': {
      const lessons = between(luck('lessons'), 1, 3);
      return [{ ...base, enrolled: days + 30, due: -days, ended: days + between(luck('ended'), 2, 12), lessons }];
    }
    case 'B':
      return [{ ...base, enrolled: 36 - days, due: days, ended: between(luck('ended'), 6, 16), lessons: 2 }];
    case 'P': {
      const ended = back(between(luck('ended'), 2, 12));
      const stuck = { place: quiz, tries: 2, daysAgo: ended };
      return [{ ...base, enrolled: 40, due: between(luck('due'), 9, 20), ended, lessons: quiz, stuck, isMisled: true }];
    }
    default:
      return [{ ...base, enrolled: 21, due: 15, ended: 21, lessons: 0 }];
  }
}

interface InCourse {
  n: number;
  code: string;
  back: (days: number) => number;
  luck: Luck;
}

function inCourse1(fullName: string, { n, code, back, luck }: InCourse): Stint[] {
  const base = { course: 1 as const, round: 1, fails: (place: number) => failsAt(luck, place) };
  if (fullName === ROSA.fullName) {
    const stuck = { place: PLACES.quiz, tries: 1, daysAgo: 1 };
    return [{ ...base, enrolled: 31, due: 5, ended: 0, hour: 9, lessons: 12, stuck }];
  }
  if (fullName === 'Viktor Sokolov')
    return [
      { ...base, enrolled: 52, ended: 19, lessons: PLACES.quiz, stuck: { place: PLACES.quiz, tries: 4, daysAgo: 19 } },
    ];
  const part = /^[0BO]/.test(code) ? '-' : IN_COURSE_1.charAt(n % IN_COURSE_1.length);
  const isNew = code.startsWith('N') && n > 100;
  if (part === '-') return [];
  if (part === 'p' || isNew) {
    // Four of them, and this morning Rosa, completed the same lesson.
    const isBesideRosa = n % 24 === 6;
    const lessons = isBesideRosa ? 12 : between(luck('far'), 3, 11);
    return [
      {
        ...base,
        enrolled: between(luck('since'), 28, 60),
        ended: isBesideRosa ? 1 : back(between(luck('last'), 1, 24)),
        lessons,
      },
    ];
  }
  if (part === 'S') {
    const ended = back(between(luck('last'), 6, 120));
    const stuck = { place: PLACES.quiz, tries: between(luck('tries'), 1, 2), daysAgo: ended };
    return [{ ...base, enrolled: ended + between(luck('took'), 9, 25), ended, lessons: PLACES.quiz, stuck }];
  }
  if (part === 'X') {
    const ended = back(between(luck('last'), 8, 90));
    const stuck = { place: PLACES.exam, tries: between(luck('tries'), 1, 3), daysAgo: ended };
    return [{ ...base, enrolled: ended + between(luck('took'), 20, 50), ended, lessons: PLACES.exam, stuck }];
  }
  const ended = back(between(luck('end'), 15, 360));
  const stars = luck('rates') < 0.6 ? { stars: luck('stars') < 0.15 ? 3 : 4 + Number(luck('stars') > 0.5) } : {};
  return [{ ...base, enrolled: ended + between(luck('took'), 14, 38), ended, lessons: LESSONS_OF_1, ...stars }];
}

/** At the quizzes of course 1. The one on scans and the exam are the hard ones. */
function failsAt(luck: Luck, place: number): number {
  const isHard = place === PLACES.quiz || place === PLACES.exam;
  const at = luck(`quiz ${place}`);
  if (at < 0.03) return 2;
  return Number(at < (isHard ? 0.3 : 0.2));
}

interface InCourse2 extends Omit<InCourse, 'code'> {
  crew: Crew;
  /** When they did something last. */
  latest: number;
  now: Date;
}

/** This month everyone who had nothing else to do was asked to take course 2, and Harbour finished together on Friday afternoon. */
function inCourse2(fullName: string, { crew, n, latest, now, back, luck }: InCourse2): Stint[] {
  const base = { course: 2 as const, round: 1, fails: (place: number) => Number(luck(`scanner ${place}`) < 0.2) };
  if (fullName === ROSA.fullName) return [{ ...base, enrolled: 236, ended: back(226), lessons: 7, stars: 5 }];
  if (crew === 'Harbour') {
    const hour = 15 + luck('friday');
    return [{ ...base, enrolled: 24, ended: lastFriday(now), hour, lessons: 7, ...(n % 3 === 0 && { stars: 5 }) }];
  }
  if (latest < 27 || n % 17 === 5) return [];
  return [
    {
      ...base,
      enrolled: back(24 + (n % 4)),
      ended: back(between(luck('visit'), 1, 18)),
      lessons: between(luck('part'), 2, 6),
    },
  ];
}

const DAY_MS = 86_400_000;
const daysSince = (today: string, day: string) => Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);

/** Nobody works at weekends or at the turn of the year. */
export function isOff(at: Date): boolean {
  const [month, day] = [at.getUTCMonth(), at.getUTCDate()];
  return at.getUTCDay() % 6 === 0 || (month === 11 && day >= 23) || (month === 0 && day <= 3);
}

/** So many days ago, or the working day before it. */
export function workday(now: Date, days: number): number {
  let back = days;
  while (isOff(new Date(now.getTime() - back * DAY_MS))) back += 1;
  return back;
}

/** The last Friday that is over. */
const lastFriday = (now: Date) => ((now.getUTCDay() + 1) % 7) + 1;
