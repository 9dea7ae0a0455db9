// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { CourseCard } from '#app/learn/home/course-card.tsx';
import { MemoryRouter } from '#app/ui/router.ts';
import type { Course } from '#sync/contract/course.ts';
import { aCourse } from '#tests/factories.ts';

const draw = (course: Partial<Course>, percent?: number) =>
  render(
    <MemoryRouter>
      <CourseCard course={aCourse(course)} to="/course/4" percent={percent} />
    </MemoryRouter>,
  ).container;

afterEach(cleanup);

describe('[H6] a course card', () => {
  test('leads to the course', () => {
    draw({});
    expect(screen.getByRole('link', { name: 'Certified Field Inspector' }).getAttribute('href')).toBe('/course/4');
  });

  test('says that it is a draft, to those who see drafts', () => {
    draw({});
    expect(screen.queryByText('Draft')).toBeNull();
    cleanup();
    draw({ isPublished: false });
    expect(screen.getByText('Draft')).toBeDefined();
  });

  test('has the stock thumbnail when the course has none, or when it cannot be loaded', () => {
    draw({ thumbnail: null });
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/course-thumbnail.svg');
    cleanup();
    draw({ thumbnail: '/media/a' });
    const picture = document.querySelector('img');
    expect(picture?.getAttribute('src')).toBe('/media/a');
    if (picture) fireEvent.error(picture);
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/course-thumbnail.svg');
  });

  test('clamps the title to two lines and the description to three', () => {
    draw({});
    expect(screen.getByRole('heading').className).toContain('line-clamp-2');
    expect(screen.getByText('Judgement, edge cases and quality.').className).toContain('line-clamp-3');
  });

  test.each([
    ['Tomas Reyes', 'TR'],
    ['ana', 'A'],
    ['Maria del Carmen Ruiz', 'MD'],
  ])('shows initials of up to two parts of %s', (instructorName, letters) => {
    draw({ instructorName });
    expect(screen.getByText(letters)).toBeTruthy();
    expect(screen.getByText(instructorName)).toBeTruthy();
  });

  test.each([
    [4.5, 12, 4, '4.5 (12)'],
    [4.96, 1204, 4, '5.0 (1,204)'],
    [5, 1, 5, '5.0 (1)'],
  ])('a rating of %d by %d has %d filled stars', (rating, reviewCount, filled, text) => {
    const card = draw({ rating, reviewCount });
    expect(card.querySelectorAll('[data-filled="true"]')).toHaveLength(filled);
    expect(card.querySelectorAll('[data-filled]')).toHaveLength(5);
    expect(screen.getByText(text)).toBeTruthy();
  });

  test("is 'New' before its first review", () => {
    const card = draw({ rating: 0, reviewCount: 0 });
    expect(screen.getByText('New')).toBeTruthy();
    expect(card.querySelectorAll('[data-filled]')).toHaveLength(0);
  });

  test.each([
    [95, '1h 35m'],
    [120, '2h'],
    [45, '45m'],
  ])('%d minutes read %s', (duration, text) => {
    draw({ duration });
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('the bar is purple on the way and green at 100 percent', () => {
    draw({}, 99);
    expect(screen.getByRole('progressbar').dataset.complete).toBe('false');
    expect(screen.getByText('99%', { selector: 'span' }).className).toContain('text-accent');
    cleanup();
    draw({}, 100);
    expect(screen.getByRole('progressbar').dataset.complete).toBe('true');
    expect(screen.getByText('100%', { selector: 'span' }).className).toContain('text-complete');
  });
});
