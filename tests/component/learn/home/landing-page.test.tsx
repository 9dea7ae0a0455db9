// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { HomePage } from '#app/learn/home/home-page.tsx';
import { LandingView } from '#app/learn/home/landing-view.tsx';
import { freeCourses, landingOf } from '#app/learn/home/use-landing.ts';
import { landingMarkup } from '#app/written-markup.tsx';
import { aCourse, aLesson } from '#tests/factories.ts';
import type { Reply } from '#tests/fixtures/fake-network.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const titles = ['Where to stand', 'What to scan first', 'How to close a loop', 'Mirrors', 'Your report'];
const lessons = titles.map((title, index) =>
  aLesson({ id: 101 + index, courseId: 2, orderIndex: index + 5, title, durationMinutes: index + 2 }),
);
const first = aCourse({ id: 2, title: 'Scanning a House', duration: 58, lessonCount: 5 });
const second = aCourse({ id: 7, title: 'Growing a Business' });
const paid = aCourse({ id: 1, title: 'Paid Course', price: 4900 });

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: Partial<Parameters<typeof openApp>[0]> = {}) => {
  opened = await openApp({ as: 'visitor', at: '/', screen: <HomePage />, ...more });
};
const show = (landing: ReturnType<typeof landingOf>) => open({ screen: <LandingView landing={landing} /> });
afterEach(async () => {
  document.getElementById('landing')?.remove();
  await opened?.close();
});

const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the landing page', () => {
  test('[H1] the first free course is the one with the lowest id that costs nothing', () => {
    const courses = [aCourse({ id: 9 }), paid, aCourse({ id: 3 })];
    expect(freeCourses(courses).map(({ id }) => id)).toEqual([3, 9]);
    expect(landingOf(courses, []).featured?.course.id).toBe(3);
  });

  test('[H2] the first three lessons of the featured course are told in their order', () => {
    const shuffled = [4, 2, 3, 1].map((orderIndex) => aLesson({ orderIndex, title: `Lesson ${orderIndex}` }));
    const { featured } = landingOf([first], shuffled);
    expect(featured?.lessons.map(({ title }) => title)).toEqual(['Lesson 1', 'Lesson 2', 'Lesson 3']);
  });

  test('[H1] has a hero, the claims, and its ways to sign-up and into the first free course', async () => {
    await show(landingOf([paid, second, first], lessons));
    await screen.findByRole('heading', { level: 1 });
    expect(leadsTo('Sign Up Free')).toBe('/auth');
    expect(leadsTo('Start Learning')).toBe('/public-course/2');
    expect(leadsTo('Create Free Account')).toBe('/auth');
    const claims = ['20-minute inspections', '3-4x more jobs', '75 percent faster', 'Under 60 minutes of training'];
    for (const claim of [...claims, 'Free', 'No credit card']) expect(screen.getByText(claim)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'One tablet, the whole crew' })).toBeTruthy();
  });

  test('[H2] the featured card has badges, three tiles, three lessons and how many more, both buttons and its footer', async () => {
    await show(landingOf([first], lessons));
    const card = within(await screen.findByRole('region', { name: 'Your first course is free' }));
    for (const text of ['FREE', 'Featured Course', 'Scanning a House', 'Judgement, edge cases and quality.'])
      expect(card.getByText(text)).toBeTruthy();
    for (const text of ['5 lessons', '58m', 'Certificate on completion']) expect(card.getByText(text)).toBeTruthy();
    expect(card.getByRole('heading', { name: "What you'll learn" })).toBeTruthy();
    for (const title of titles.slice(0, 3)) expect(card.getByText(title)).toBeTruthy();
    expect(card.queryByText('Mirrors')).toBeNull();
    expect(card.getByText('3 min')).toBeTruthy();
    expect(card.getByText('...and 2 more lessons')).toBeTruthy();
    expect(leadsTo('Start Learning Free')).toBe('/auth');
    expect(leadsTo('View Course Details')).toBe('/course/2');
    expect(card.getByText('No credit card required • Instant access • Learn at your own pace')).toBeTruthy();
  });

  test.each([
    [3, null],
    [4, '...and 1 more lesson'],
  ])('[H2] of %i lessons nothing is said of more than there are', async (lessonCount, words) => {
    await show(landingOf([{ ...first, lessonCount }], lessons.slice(0, lessonCount)));
    await screen.findByText("What you'll learn");
    expect(screen.queryByText(/\.\.\.and/)?.textContent ?? null).toBe(words);
  });

  test('[H3] more free courses have a grid only when there is more than one, each leading to its public page', async () => {
    await show(landingOf([first], lessons));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('More Free Courses')).toBeNull();
    await opened.close();
    await show(landingOf([first, second, paid], lessons));
    const grid = within(await screen.findByRole('region', { name: 'More Free Courses' }));
    expect(grid.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Growing a Business',
    ]);
    expect(leadsTo('Growing a Business')).toBe('/public-course/7');
  });

  test('[H1, H2] without a free course there is no card, and Start Learning leads to sign-up', async () => {
    await show(landingOf([paid], []));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Featured Course')).toBeNull();
    expect(leadsTo('Start Learning')).toBe('/auth');
  });
});

describe('the landing page on a device', () => {
  const network: Reply = ({ path }) => {
    if (path.startsWith('/api/public/courses?')) return { body: { courses: [first, second], nextCursor: null } };
    if (path === '/api/public/courses/2') return { body: first };
    return path === '/api/public/courses/2/lessons' ? { body: { lessons } } : undefined;
  };
  test('[H1] shows a spinner while it knows nothing, then what the server says', async () => {
    await open({ network });
    expect(await screen.findByText(/^Loading/)).toBeTruthy();
    expect(await screen.findByText('...and 2 more lessons')).toBeTruthy();
    expect(screen.queryByText(/^Loading/)).toBeNull();
  });

  test('[H1] without a network and without courses it still sells, says what is missing, and tries again', async () => {
    await open();
    await screen.findByText('No courses on this device yet');
    expect(leadsTo('Start Learning')).toBe('/auth');
    opened.setNetwork(network);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Scanning a House');
    expect(leadsTo('Start Learning')).toBe('/public-course/2');
  });

  test('[H1] offline it shows what the device knows', async () => {
    await open({ content: [{ catalog: [first, second] }, { lessonsOf: { courseId: 2, lessons } }] });
    expect(await screen.findByText('Where to stand')).toBeTruthy();
    expect(screen.queryByText('No courses on this device yet')).toBeNull();
  });

  test('[H1] takes the place of the page that the build wrote, and the link that has the focus keeps it', async () => {
    document.body.insertAdjacentHTML('afterbegin', `<div id="landing">${landingMarkup()}</div>`);
    const links = document.querySelectorAll<HTMLElement>('#landing a');
    const before = [...links].find(({ textContent }) => textContent === 'Create Free Account');
    before?.focus();
    const root = document.createElement('div');
    root.id = 'root';
    document.body.append(root);
    root.append(document.createElement('div'));
    await open({ network, container: root });
    await waitFor(() => expect(document.getElementById('landing')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Create Free Account');
    expect(document.activeElement).not.toBe(before);
    root.remove();
  });
});

test('[H1] the landing page of the build is the visitor’s whole page, header included, without any course', async () => {
  await open();
  const written = new DOMParser().parseFromString(landingMarkup(), 'text/html');
  expect(written.querySelectorAll('main h1')).toHaveLength(1);
  expect(written.querySelector('header a[href="/auth/signin"]')?.textContent).toBe('Sign In');
  expect(written.querySelectorAll('main section h2')).toHaveLength(3);
});
