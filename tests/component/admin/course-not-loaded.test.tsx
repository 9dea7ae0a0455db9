// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { CourseNotLoaded } from '#app/admin/admin-course-page.tsx';
import { ApiError } from '#app/api/client.ts';
import { toLoadError } from '#app/api/use-api-query.ts';

afterEach(cleanup);

const told = (failure: unknown) => {
  render(
    <MemoryRouter>
      <CourseNotLoaded error={toLoadError(failure)} />
    </MemoryRouter>,
  );
  return screen.getByRole('alert').textContent;
};
const refusal = (code: string, message: string) => JSON.stringify({ error: message, message, code });

test('[M4, M13] a course that did not load says so in the words of the server', () => {
  expect(told(new ApiError(404, refusal('course_not_found', 'Course not found'), ''))).toContain(
    'Failed to load course detailsCourse not found',
  );
});

test.each(['{"error":"No such course"}', '{"message":"No such course"}'])(
  '[M4, M13] %s alone has words too',
  (body) => {
    expect(told(new ApiError(404, body, 'Not Found'))).toContain('No such course');
  },
);

test('[M4, M13] where the server has no words it was not fetched, and anything else is unexpected', () => {
  expect(told(new ApiError(502, '<html>', 'Bad Gateway'))).toContain('Failed to fetch course details');
  cleanup();
  expect(told(new Error('of another shape'))).toContain('An unexpected error occurred');
});
