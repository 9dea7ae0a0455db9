// The pages of courses over a real server: the list, a new one in either form, the page of one, publishing, and what fails.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { desc, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { AdminCoursePage } from '#app/admin/admin-course-page.tsx';
import { AdminCoursesPage } from '#app/admin/courses/courses-page.tsx';
import { CreateCoursePage } from '#app/admin/courses/create-course-page.tsx';
import type { SentPicture } from '#app/admin/outline/send-picture.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { filterBy } from '#tests/fixtures/filter-by.ts';
import {
  closed,
  dialogOf,
  fill,
  openScreen,
  openServer,
  pick,
  press,
  says,
  valueIn,
  wrongOf,
} from '#tests/fixtures/served-screen.tsx';

/** What becomes of pictures: a browser looks through them, and there is none. */
const pictures = vi.hoisted((): SentPicture[] => []);
vi.mock('#app/admin/outline/send-picture.ts', async (load) => ({
  ...(await load<object>()),
  sendPicture: async () => pictures.shift(),
}));

const NEEDED = 'Please fill in all required fields.';
const openList = () => openScreen('/admin/courses', '/admin/courses', <AdminCoursesPage />);
const openCourse = (id: number | string, tab = '') =>
  openScreen(`/admin/courses/${id}${tab && `?tab=${tab}`}`, '/admin/courses/:courseId', <AdminCoursePage />);
const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
/** The first person in the table of those who take the course. */
const learner = () => document.querySelector('table[aria-label=People] tbody tr')?.textContent;
const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  );

async function openFamily(options: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer(options);
  const { courses } = server.db.tables;
  const kept = async () => (await server.db.select().from(courses).orderBy(desc(courses.id)).limit(1))[0];
  return { ...server, kept };
}

test('[M4, M10, M13] a super admin narrows the list, and makes a course in the dialog, whose every failure is said', async () => {
  const { plant, home, failNext, kept } = await openFamily({ isSuperAdmin: true });
  await plant.course({ title: 'Scanners', category: 'hardware' });
  await plant.course({ title: 'Ladders', organizationId: home, isPublished: false });
  failNext('GET /api/admin/courses');
  await openList();
  await screen.findByRole('heading', { name: 'Failed to fetch courses' });
  await press('Try again');
  await screen.findByText('Ladders');
  for (const name of ['Title', 'Category', 'Visibility', 'Status', 'Created At', 'Actions'])
    expect(document.querySelector('thead')?.textContent).toContain(name);
  await filterBy('Category', 'hardware');
  await waitFor(() => expect(screen.queryByText('Ladders')).toBeNull());
  expect(screen.getByText('Scanners').closest('tr')?.textContent).toContain('Published');
  await filterBy('Status', 'draft');
  await press('Clear the filters');
  await says('Ladders', 'Demo Inspections');

  await press('New Course');
  const dialog = await dialogOf('New Course');
  for (const [label, first] of [
    ['Category', 'technology'],
    ['Level', 'beginner'],
    ['Language', 'English'],
    ['Visibility', 'public'],
  ] as const)
    expect(dialog.getByLabelText<HTMLSelectElement>(label).value).toBe(first);
  await press('Create Course');
  await says('Missing required fields', NEEDED);
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  await fill('Title', '  Roof safety  ');
  await fill('Description', 'How to stay on a roof.');
  await fill('Instructor Name', 'Rita Roofer');
  fireEvent.change(dialog.getByLabelText('Visibility'), { target: { value: 'organization' } });
  await press('Create Course');
  await says('No Organization Selected');
  await pick('Organization', 'Demo Inspections');
  failNext('POST /api/admin/courses', { words: 'The roof is wet.' });
  await press('Create Course');
  await says('Error creating course', 'The roof is wet.');
  await press('Create Course');
  await screen.findByRole('heading', { name: /At \/admin\/courses\/\d+/ });
  await says('Course created');
  expect(await kept()).toMatchObject({ title: 'Roof safety', isPublished: false, visibility: 'organization' });
});

test("[M4, M10] an org admin edits the own organization's courses alone, and a new one is for its members", async () => {
  const { plant, home, kept } = await openFamily();
  await plant.course({ title: 'Ours', organizationId: home });
  const open = await plant.course({ title: 'Everybody’s' });
  await openList();
  const theirs = (await screen.findByText('Everybody’s')).closest('tr') as HTMLElement;
  expect(theirs.textContent).toContain('View only');
  within(theirs).getByRole('link', { name: 'See the people of Everybody’s' });
  screen.getByRole('link', { name: 'Manage Ours' });
  await press('New Course');
  const dialog = await dialogOf('New Course');
  dialog.getByText('Only people of Demo Inspections will see this course.');
  expect(dialog.queryByLabelText('Visibility')).toBeNull();
  for (const label of ['Title', 'Description', 'Instructor Name']) await fill(label, 'Our ladder');
  await press('Create Course');
  await says('Course created');
  expect(await kept()).toMatchObject({ title: 'Our ladder', organizationId: home, visibility: 'organization' });
  await openCourse(open);
  await screen.findByRole('heading', { level: 1, name: 'Everybody’s' });
  expect(tabs()).toEqual(['People', 'Analytics']);
});

test('[U1, R4] a course comes with its header and four tabs, Lessons open, or is not found', async () => {
  const { plant, home } = await openFamily();
  const course = await plant.course({ title: 'Roofs', description: 'For who climbs alone.', organizationId: home });
  await openCourse(course);
  await says('For who climbs alone.', 'Published', 'Software', 'Course Lessons', 'No lessons yet');
  expect(tabs()).toEqual(['General', expect.stringMatching(/^Lessons & Videos/), 'Languages', 'Analytics', 'People']);
  expect(screen.getByRole('tab', { name: /^Lessons/ }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('link', { name: 'Back to Courses' }).getAttribute('href')).toBe('/admin/courses');
  for (const id of [999, 'word']) {
    await openCourse(id);
    await screen.findByRole('heading', { level: 1, name: 'Failed to load course details' });
    screen.getByText('Course not found');
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/admin');
  }
});

test('[U2, M13] Edit Course asks for what is needed, keeps what was typed, and changes all of it', async () => {
  const { plant, home, failNext, kept } = await openFamily();
  const course = await plant.course({ title: 'Roofs', organizationId: home, level: 'advanced', durationMinutes: 151 });
  await plant.lesson(course, { body: 'Up.' });
  await openCourse(course, 'general');
  await screen.findByRole('heading', { name: 'Course Information' });
  expect(facts()).toMatchObject({
    Level: 'Advanced',
    Rating: '0.0',
    Duration: '2h 31m',
    Price: 'Free',
    Enrollments: '0',
  });
  await press('Edit Course');
  for (const label of ['Title', 'Description', 'Instructor Name', 'Duration (minutes)']) {
    const before = valueIn(label);
    await fill(label, label.startsWith('Duration') ? '' : ' ');
    await press('Save Changes');
    await says('Missing required fields');
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(wrongOf(label)).toBe(NEEDED);
    await fill(label, before);
  }
  for (const [label, value, words] of [
    ['Duration (minutes)', '-1', 'Duration must be 0 or greater'],
    ['Duration (minutes)', '1.5', 'Duration must be a whole number of minutes.'],
    ['Price (0 is free)', 'dear', 'The price must be a number.'],
  ] as const) {
    await fill(label, value);
    await press('Save Changes');
    await says(words);
    if (label.startsWith('Duration')) await fill(label, '45');
  }
  for (const [picture, words] of [
    [{ failure: 'This file is not a picture.' }, 'This file is not a picture.'],
    [{ url: '/media/roof' }, 'Uploaded. Save the changes to show it.'],
  ] as const) {
    pictures.push(picture as SentPicture);
    fireEvent.change(screen.getByLabelText('Thumbnail'), { target: { files: [new File(['x'], 'roof.png')] } });
    await says(words);
  }
  expect(valueIn('Thumbnail address')).toBe('/media/roof');
  await fill('Thumbnail address', '');
  await fill('Title', '  Certified Roofs ');
  await fill('Instructor Name', 'Rita Roofer');
  await fill('Price (0 is free)', '49,90');
  choose('Level', 'intermediate');
  choose('Language', 'Japanese');
  await fill('Add a prerequisite', 'A ladder');
  fireEvent.keyDown(screen.getByLabelText('Add a prerequisite'), { key: 'Enter' });
  failNext(`PUT /api/admin/courses/${course}`);
  await press('Save Changes');
  await says('Error updating course');
  await press('Save Changes');
  await closed();
  await screen.findByRole('heading', { level: 1, name: 'Certified Roofs' });
  const after = {
    Instructor: 'Rita Roofer',
    Duration: '45 min',
    Level: 'Intermediate',
    Language: 'Japanese',
    Price: '49.90',
  };
  expect(facts()).toMatchObject(after);
  expect(await kept()).toMatchObject({ priceCents: 4990, prerequisites: ['A ladder'] });
});

test('[U3] Analytics says that figures come until somebody learns, and then who is behind', async () => {
  const { plant, home, db } = await openFamily();
  const course = await plant.course({ organizationId: home });
  await openCourse(course, 'analytics');
  await says('Analytics data coming soon...');
  await plant.assign(LENA.id, course);
  await db.update(db.tables.courseProgress).set({ dueOn: '2099-01-31' });
  await openCourse(course, 'analytics');
  await says('Enrollments1People who started the course or were enrolled in it.', '0%0 completed');
  await waitFor(() => expect(learner()).toMatch(/Lena Learner.*0%.*Due /));
  await filterBy('Show', 'completed');
  await waitFor(() => expect(learner()).toBeUndefined());
});

test('[M14] people are looked up and enrolled in a course, removed, and brought back by Undo', async () => {
  const { plant, home, failNext, db } = await openFamily();
  const course = await plant.course({ organizationId: home });
  await plant.person({ fullName: 'Ada Able', nameKey: 'ada able', organizationId: home });
  await plant.person({ fullName: 'Stella Stranger', nameKey: 'stella stranger' });
  await openCourse(course, 'people');
  await says('No one is enrolled yet');
  await press('Enroll people');
  const dialog = await dialogOf('Enroll people');
  const search = (value: string) => fireEvent.change(dialog.getByLabelText('Search people'), { target: { value } });
  search('stella');
  await dialog.findByText('No one was found.');
  search('ada');
  fireEvent.click(await dialog.findByLabelText(/Ada Able/));
  failNext(`POST /api/admin/courses/${course}/enrollments`);
  await press('Enroll 1 person', dialog);
  await says('Enrollment Failed');
  await press('Enroll 1 person', dialog);
  await closed();
  await waitFor(() => expect(learner()).toMatch(/Ada Able.*By an admin/));
  await db.update(db.tables.courseProgress).set({ dueOn: '2099-01-31' });
  await openCourse(course, 'people');
  await press('Remove Ada Able');
  await says('Removed from the course', 'No one is enrolled yet');
  await press('Undo');
  await says('Enrolled again');
  await waitFor(() => expect(learner()).toMatch(/Ada Able.*Due .*By an admin/));
  await press('Enroll people');
  await (await dialogOf('Enroll people')).findByText('Already enrolled');
});

test('[M11, M13] a course is written at length, kept over a reload, previewed, saved as a draft, and created once', async () => {
  const { failNext, db } = await openFamily({ isSuperAdmin: true });
  const open = () => openScreen('/create-course', '/create-course', <CreateCoursePage />);
  await open();
  await screen.findByRole('tab', { name: 'Course Details' });
  expect(tabs()).toEqual(['Course Details', 'Curriculum', 'Settings']);
  await press('Create Course');
  await says('Missing required fields', 'Recommended size: 1280x720');
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  expect(optionsOf('Category')).toEqual([
    ...['Select a category', 'Development', 'Data Science', 'Business', 'Design', 'Marketing', 'IT & Software'],
  ]);
  expect(optionsOf('Level')).toEqual(['Select a level', 'Beginner', 'Intermediate', 'Advanced']);
  expect(optionsOf('Language')).toEqual(['English', 'Spanish', 'French', 'German']);
  await fill('Title', 'Roof safety');
  await fill('Description', 'How to stay on a roof.');
  await fill('Instructor Name', 'Rita Roofer');
  choose('Category', 'it & software');
  choose('Level', 'intermediate');
  for (const text of ['   ', 'Tie a knot', '  Climb down  ']) {
    await fill('Add a learning objective', text);
    fireEvent.keyDown(screen.getByLabelText('Add a learning objective'), { key: 'Enter' });
  }
  expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(2);
  await press('Remove Tie a knot');
  await fill('Add a prerequisite', 'Boots');
  await press('Add to Prerequisites');
  await press('Create Course');
  await says('Duration must be greater than 0');

  await open();
  await says('The course that you began is here again.', 'Climb down', 'Boots');
  expect(valueIn('Title')).toBe('Roof safety');
  await fill('Duration (minutes)', '75');
  await press('Preview');
  const preview = await dialogOf('Preview');
  for (const words of ['IT & Software', 'Intermediate', 'Roof safety', 'Rita Roofer', 'Climb down', 'Boots'])
    preview.getByText(words);
  await press('Back to the Form');
  failNext('POST /api/courses', { words: 'The roof is wet.' });
  await press('Save as Draft');
  await says('Failed to create course', 'The roof is wet.');
  await press('Save as Draft');
  await says('Draft saved', 'Saved as a draft.');
  await fill('Title', 'Roof safety for all');
  await press('Create Course');
  await screen.findByRole('heading', { name: 'At /' });
  await says('Course created successfully!');
  const made = await db.select().from(db.tables.courses);
  expect(made, 'one course, however often it was saved').toHaveLength(1);
  expect(made[0]).toMatchObject({ title: 'Roof safety for all', durationMinutes: 75, category: 'it & software' });
  expect(made[0]).toMatchObject({ isPublished: false, objectives: ['Climb down'], prerequisites: ['Boots'] });
  await press('Add lessons');
  await screen.findByRole('heading', { name: /At \/admin\/courses\/\d+/ });
  await open();
  await screen.findByLabelText('Title');
  expect(valueIn('Title')).toBe('');
});

test('[Z10] a draft without lessons is not published, and its checklist says what is missing', async () => {
  const { plant, home, kept } = await openFamily();
  const course = await plant.course({ organizationId: home, isPublished: false });
  await openCourse(course, 'general');
  await press('Publish');
  const dialog = await dialogOf('Publish this course?');
  await dialog.findByText(/The course has no lessons yet\./);
  dialog.getByRole('img', { name: 'Must be fixed' });
  expect(dialog.getByRole('alert').textContent).toContain('No one could complete this course yet.');
  expect(dialog.queryByRole('button', { name: 'Publish' })).toBeNull();
  fireEvent.click(dialog.getAllByRole('link', { name: 'Open the lessons' })[0] as HTMLElement);
  await closed();
  expect(screen.getByRole('tab', { name: /^Lessons/ }).getAttribute('aria-selected')).toBe('true');
  expect(await kept()).toMatchObject({ isPublished: false });
});

test('[Z10] the checklist names lessons and leads to them; publishing may fail, and is taken back after a question', async () => {
  const { plant, home, failNext, db, rooms } = await openFamily();
  const course = await plant.course({ organizationId: home, isPublished: false });
  const quiz = await plant.lesson(course, { title: 'Quiz: Roofs' });
  await plant.lesson(course, { title: 'Nothing', orderIndex: 2 });
  const body = '![A roof](https://elsewhere.example/roof.png)';
  await plant.lesson(course, { title: 'Pictured', orderIndex: 3, body });
  await openCourse(course);
  await press('Publish');
  const dialog = await dialogOf('Publish this course?');
  const item = async (words: RegExp) => within((await dialog.findByText(words)).closest('li') as HTMLElement);
  (await item(/1 lesson has neither a text nor a video\./)).getByRole('link', { name: 'Nothing' });
  (await item(/1 text shows pictures of other websites/)).getByRole('link', { name: 'Pictured' });
  dialog.getByText('What will not work offline');
  fireEvent.click((await item(/1 quiz has no questions/)).getByRole('link', { name: 'Quiz: Roofs' }));
  await closed();
  const panel = () => screen.getByRole('button', { name: /^(No questions yet|Quiz) of Quiz: Roofs/ });
  await waitFor(() => expect(panel().getAttribute('aria-expanded')).toBe('true'));
  await plant.question(quiz, [true, false]);
  await openCourse(course);
  await press('Publish');
  const again = await dialogOf('Publish this course?');
  failNext(`PUT /api/admin/courses/${course}`);
  await press('Publish', again);
  await says('Error updating course');
  await press('Publish', again);
  await says('Course published');
  await closed();
  const { courseProgress } = db.tables;
  await db.insert(courseProgress).values({ userId: LENA.id, courseId: course, percent: 40, status: 'in_progress' });
  await press('Unpublish');
  const question = await dialogOf('Unpublish this course?');
  await says('partway through.');
  await press('Cancel', question);
  expect(screen.getByText('Published')).toBeTruthy();
  await press('Unpublish');
  await press('Unpublish', await dialogOf('Unpublish this course?'));
  await says('Course is a draft again');
  const [row] = await db.select().from(db.tables.courses).where(eq(db.tables.courses.id, course));
  expect(row?.isPublished).toBe(false);
  expect(rooms.complaints).toEqual([]);
});

test('[M13, R4] the pages of courses are not for a learner', async () => {
  const { db } = await openFamily();
  await db.update(db.tables.profiles).set({ isOrgAdmin: false });
  const denied = () => screen.findByRole('heading', { level: 1, name: 'Access Denied' });
  await openList();
  await denied();
  await openCourse(1);
  await denied();
  await openScreen('/create-course', '/create-course', <CreateCoursePage />);
  await denied();
});
