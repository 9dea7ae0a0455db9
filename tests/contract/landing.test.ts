import { describe, expect, test } from 'vitest';
import { freeCourses, Landing, landingOf } from '#sync/contract/landing.ts';
import { withLanding } from '#sync/contract/landing-place.ts';
import { aCourse, aLesson } from '#tests/factories.ts';

describe('what the landing page shows', () => {
  const paid = aCourse({ id: 1, price: 4900 });
  const courses = [aCourse({ id: 9 }), paid, aCourse({ id: 3 })];

  test('[H1] the first free course is the one with the lowest id that costs nothing', () => {
    expect(freeCourses(courses).map(({ id }) => id)).toEqual([3, 9]);
    expect(landingOf(courses, []).featured?.course.id).toBe(3);
  });

  test('[H2] its first three lessons are told in their order', () => {
    const lessons = [4, 2, 3, 1].map((orderIndex) => aLesson({ orderIndex, title: `Lesson ${orderIndex}` }));
    const landing = landingOf(courses, lessons);
    expect(landing.featured?.lessons.map(({ title }) => title)).toEqual(['Lesson 1', 'Lesson 2', 'Lesson 3']);
    expect(Landing.parse(JSON.parse(JSON.stringify(landing)))).toEqual(landing);
  });

  test('[H3] all other free courses follow; without a free course there is nothing', () => {
    expect(landingOf(courses, []).more.map(({ id }) => id)).toEqual([9]);
    expect(landingOf([paid], [])).toEqual({ featured: null, more: [] });
  });
});

describe('the place of the landing page in index.html', () => {
  const shell = '<body><!--landing--><!--/landing--><div id="root"></div></body>';

  test('takes any markup as it is, and gives it back', () => {
    const filled = withLanding(shell, "<p>$& costs $1, $' and $$</p>");
    expect(filled).toContain("<!--landing--><p>$& costs $1, $' and $$</p><!--/landing-->");
    expect(withLanding(filled, '')).toBe(shell);
    expect(withLanding(withLanding(filled, '<p>new</p>'), '')).toBe(shell);
  });

  test('a page without that place stays as it is', () => {
    expect(withLanding('<p>Hotel WiFi</p>', 'x')).toBe('<p>Hotel WiFi</p>');
  });
});
