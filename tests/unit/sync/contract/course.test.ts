import { describe, expect, test } from 'vitest';
import { courseDurationLabel } from '#app/ui/course-labels.ts';
import { type Course, featuredOf, matchesFilter } from '#sync/contract/course.ts';
import { foldText } from '#sync/contract/fields.ts';

const course: Course = {
  id: 7,
  title: 'Révision of Roofs',
  description: 'Ladders, gutters and ridges.',
  category: 'hardware',
  level: 'beginner',
  language: 'English',
  duration: 95,
  price: 0,
  rating: 4.5,
  reviewCount: 12,
  enrollmentCount: 30,
  lessonCount: 4,
  instructorName: 'Maren Holt',
  instructorAvatar: null,
  thumbnail: null,
  visibility: 'public',
  isPublished: true,
  objectives: [],
  prerequisites: [],
};

describe('[H5] searching the catalog', () => {
  test.each([
    ['case and accents do not matter', 'revision'],
    ['an accent in the search does not matter either', 'RÖÖFS'.normalize('NFD')],
    ['words may come in any order', 'gutters roofs'],
    ['the instructor is found too', 'holt'],
    ['outer spaces are ignored', '   ridges  '],
    ['an empty search matches everything', ''],
  ])('%s', (_, search) => {
    expect(matchesFilter(course, { search })).toBe(true);
  });

  test('every word has to occur', () => {
    expect(matchesFilter(course, { search: 'roofs basements' })).toBe(false);
  });

  test("the value 'all' means no filter", () => {
    expect(matchesFilter(course, { category: 'all', level: 'all' })).toBe(true);
  });

  test('category, level and search combine', () => {
    expect(matchesFilter(course, { category: 'hardware', level: 'beginner', search: 'roofs' })).toBe(true);
    expect(matchesFilter(course, { category: 'software', level: 'beginner', search: 'roofs' })).toBe(false);
    expect(matchesFilter(course, { category: 'hardware', level: 'advanced', search: 'roofs' })).toBe(false);
  });

  test.each([
    ['Straße Ærø', 'strasse aero'],
    ['Łukasz Żak', 'lukasz zak'],
    ['Đường ống', 'duong ong'],
    ['O’Brien', "o'brien"],
    ['Kaʻiulani', "ka'iulani"],
    ['İstanbul ILGIN ılgın', 'istanbul ilgin ilgin'],
    ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
    ['Ｆｕｌｌ ｗｉｄｔｈ ﬁre ①', 'full width fire 1'],
    ['ﾊﾝﾄﾞ', 'ハント'],
    ['Ho\u0308fe', 'hofe'],
  ])('folding makes %s the same as %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(folded), 'folded again it stays').toBe(folded);
  });
});

describe('[H6] the duration on a card', () => {
  test.each([
    [0, '0m'],
    [35, '35m'],
    [60, '1h'],
    [95, '1h 35m'],
    [120, '2h'],
  ])('%i minutes read %s', (minutes, label) => {
    expect(courseDurationLabel(minutes)).toBe(label);
  });
});

test('course 4 is offered first, else the first by id', () => {
  expect(featuredOf([{ id: 7 }, { id: 2 }, { id: 4 }])).toEqual({ id: 4 });
  expect(featuredOf([{ id: 7 }, { id: 2 }])).toEqual({ id: 2 });
  expect(featuredOf([])).toBeUndefined();
  const first = { id: 1, title: 'First Steps' };
  const fourth = { id: 4, title: 'Advanced', prerequisites: ["The course 'First steps', or equal experience"] };
  expect(featuredOf([first, fourth]), 'it asks for the first one').toEqual(first);
  expect(featuredOf([{ ...first, percentComplete: 100 }, fourth])).toEqual(fourth);
  expect(featuredOf([first, { id: 4, percentComplete: 100 }]), 'what is completed is not continued').toEqual(first);
  expect(featuredOf([{ id: 4, percentComplete: 100 }])).toMatchObject({ id: 4 });
});
