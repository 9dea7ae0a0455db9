import { describe, expect, test } from 'vitest';
import { checkCourse, mayPublish, translationItems } from '#app/admin/outline/publish-checklist.ts';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { anAdminLesson } from '../lessons/outline.ts';

type Asked = Parameters<typeof checkCourse>[0];
const PUBLIC: Asked = { visibility: 'public', organizationId: null, duration: 30, thumbnail: '/media/roof' };
const MB = 1e6;

const aFilm = (fields: Partial<AdminLesson> = {}) =>
  anAdminLesson({
    ...{ videoUrl: '/media/a', captionsUrl: '/media/a/captions', videoBytes: 3 * MB, videoType: 'video/mp4' },
    ...fields,
  });
const check = (lessons: AdminLesson[], course: Partial<Asked> = {}, converts = false) =>
  checkCourse({ ...PUBLIC, ...course }, { lessons }, converts);
/** What is found, by key, with the ids of the lessons. */
const found = (...of: Parameters<typeof check>) =>
  Object.fromEntries(check(...of).items.map(({ key, lessons }) => [key, lessons.map(({ id }) => id)]));

describe('[Z10] what is missing before a course is published', () => {
  test('a course without lessons, or with all of them hidden, may not be published', () => {
    for (const lessons of [[], [anAdminLesson({ isVisible: false })]]) {
      const checklist = check(lessons);
      expect(checklist.items).toMatchObject([{ severity: 'must', about: 'missing' }]);
      expect(mayPublish(checklist)).toBe(false);
    }
    expect(found([anAdminLesson({ isVisible: false })])).toEqual({ all_hidden: [101] });
  });

  test('a course in which nothing is missing has an empty list', () => {
    const checklist = check([
      anAdminLesson({ id: 1 }),
      anAdminLesson({ id: 2, title: 'A quiz', body: '', questionCount: 3 }),
    ]);
    expect(checklist.items).toEqual([]);
    expect(mayPublish(checklist)).toBe(true);
  });

  test('pictures that learners cannot have are counted where a text shows them', () => {
    const lostPictures = ['/media/a', '/media/b'];
    const checklist = check([
      anAdminLesson({ id: 1, body: '![x](/media/a#4x3) ![y](/media/b) ![z](/media/c)', lostPictures }),
      anAdminLesson({ id: 2, body: '![x](/media/a) `/media/b`', lostPictures }),
      anAdminLesson({ id: 3, body: '`/media/a`', lostPictures }),
    ]);
    expect(checklist.items).toMatchObject([
      {
        key: 'lost_pictures',
        severity: 'should',
        sentence:
          '3 pictures in the texts cannot be shown to learners: they are gone, or of another course. Upload them again.',
        lessons: [{ id: 1 }, { id: 2 }],
      },
    ]);
  });

  test('of a chosen kind the file is asked for, and a text below a recording', () => {
    const file = (contentType: string) => ({ assetId: 'a', title: 'A', contentType, bytes: 9 });
    const [pdf, sound] = [file('application/pdf'), file('audio/mpeg')];
    const lessons = [
      anAdminLesson({ id: 1, kind: 'document', documents: [sound] }),
      anAdminLesson({ id: 2, kind: 'audio', body: '' }),
      anAdminLesson({ id: 3, kind: 'video', body: '' }),
      anAdminLesson({ id: 4, kind: 'document', body: '', documents: [pdf] }),
      anAdminLesson({ id: 5, kind: 'audio', body: '', videoUrl: '/media/a', documents: [sound] }),
      anAdminLesson({ id: 6, kind: 'text', title: 'About the quiz' }),
    ];
    expect(found(lessons)).toEqual({ no_file: [1, 2, 3], no_transcript: [2, 5] });
  });

  test('lessons without text and video, quizzes without questions and films without captions are named, and only the quizzes hold it back', () => {
    const checklist = check([
      anAdminLesson({ id: 1, body: ' \n' }),
      anAdminLesson({ id: 2, title: 'Final EXAM', body: '' }),
      anAdminLesson({ id: 3, title: 'Capstone', body: '' }),
      aFilm({ id: 4, captionsUrl: null }),
      anAdminLesson({ id: 5 }),
      anAdminLesson({ id: 6, isVisible: false, body: '' }),
    ]);
    expect(Object.fromEntries(checklist.items.map(({ key, lessons }) => [key, lessons.map(({ id }) => id)]))).toEqual({
      empty: [1, 3],
      no_questions: [2],
      no_captions: [4],
      no_video: [5],
      hidden: [6],
    });
    expect(mayPublish(checklist)).toBe(false);
    expect(checklist.items.map(({ key, severity }) => `${key} ${severity}`)).toEqual([
      'no_questions must',
      'empty should',
      'no_captions should',
      'hidden note',
      'no_video note',
    ]);
    expect(checklist.items[1]?.sentence).toBe('2 lessons have neither a text nor a video.');
  });

  test('a film makes a lesson of any title a film, and in a course without films a text is complete', () => {
    expect(found([aFilm({ title: 'Quiz in pictures', body: '', questionCount: null })])).toEqual({});
    expect(found([anAdminLesson()])).toEqual({});
  });

  test('a course without a duration is told what its lessons take', () => {
    const { items } = check([anAdminLesson({ duration: 61 })], { duration: 0 });
    expect(items).toMatchObject([{ key: 'no_duration', severity: 'note', fixIn: 'general' }]);
    expect(items[0]?.sentence).toContain('2 min');
  });
});

describe('[Z10] what will not work offline', () => {
  test('pictures of other websites, films that do not play everywhere, and those too large for a device', () => {
    const lessons = [
      anAdminLesson({ id: 1, body: 'Look: ![a roof](https://elsewhere.example/roof.png)' }),
      aFilm({ id: 2, videoType: 'video/x-msvideo' }),
      aFilm({ id: 3, videoType: 'video/ogg' }),
      aFilm({ id: 4, videoType: 'video/quicktime', isPlayable: true }),
      aFilm({ id: 5, videoType: 'video/quicktime', isPlayable: false }),
      aFilm({ id: 6, videoBytes: 501 * MB }),
      aFilm({ id: 7, isPlayable: true }),
    ];
    expect(found(lessons)).toEqual({
      external_pictures: [1],
      no_video: [1],
      odd_format: [2, 3, 4],
      unplayable: [5],
      large_video: [6],
    });
  });

  test('a film that is being converted is told as that, and where nothing converts it, as what it is', () => {
    const lessons = [
      aFilm({ id: 1, videoType: 'video/x-matroska', isPlayable: false, rendition: 'waiting' }),
      aFilm({ id: 2, videoUrl: '/media/b', rendition: 'waiting' }),
      aFilm({ id: 3, videoUrl: '/media/c', videoCodec: 'hevc', rendition: 'failed' }),
      aFilm({ id: 4, videoUrl: '/media/d', videoCodec: 'h264', isPlayable: true, rendition: 'ready' }),
      aFilm({ id: 5, videoUrl: '/media/e' }),
      aFilm({ id: 6, videoUrl: '/media/f', videoCodec: 'h264', videoType: 'video/x-matroska', rendition: 'failed' }),
    ];
    expect(found(lessons, {}, true)).toEqual({ converting: [1], shrinking: [2], codec: [3], not_converted: [6] });
    expect(found(lessons)).toEqual({ unplayable: [1], codec: [3], not_converted: [6] });
    const { items, facts } = check(lessons, {}, true);
    expect(items.find(({ key }) => key === 'codec')?.sentence).toBe(
      'Many tablets cannot play 1 video (HEVC), which could not be converted. MP4 with H.264 plays everywhere.',
    );
    expect(facts.videos).toEqual({ count: 6, playing: 3, ready: 1, waiting: 2, failed: 2 });
  });

  test('a picture of the course that lies elsewhere', () => {
    const lessons = [anAdminLesson()];
    expect(check(lessons, { thumbnail: 'https://elsewhere.example/roof.png' }).items).toMatchObject([
      { key: 'external_thumbnail', about: 'offline', severity: 'should', fixIn: 'general' },
    ]);
    expect(found(lessons, { thumbnail: null })).toEqual({});
  });

  test('a course that is large in small pieces', () => {
    const videos = Array.from({ length: 5 }, (_, at) =>
      aFilm({ id: at + 1, videoUrl: `/media/${at}`, videoBytes: 450 * MB }),
    );
    expect(check(videos).items).toMatchObject([{ key: 'large_course', about: 'offline' }]);
    expect(check(videos).items[0]?.sentence).toContain('2.3\u00a0GB');
  });
});

describe('[Z10] who will see it, and how much there is to download', () => {
  test('a private course and one for no organization are told; one for an organization and a public one are not', () => {
    const lessons = [anAdminLesson()];
    expect(check(lessons, { visibility: 'private' }).items).toMatchObject([{ key: 'private', severity: 'note' }]);
    expect(check(lessons, { visibility: 'organization' }).items).toMatchObject([
      { key: 'no_organization', severity: 'should', about: 'reach', fixIn: 'general' },
    ]);
    expect(found(lessons, { visibility: 'organization', organizationId: 'b3f0a5c2' })).toEqual({});
  });

  test('a course takes as long as on its page: every text a minute at least, a project an hour', () => {
    const texts = [1, 2, 3, 4, 5].map((id) => anAdminLesson({ id, duration: 0 }));
    const { facts } = check([...texts, anAdminLesson({ id: 6, title: 'Capstone', duration: 0 })]);
    expect(facts.minutes).toBe(65);
  });

  test('a film that several lessons show is downloaded once, documents with it, and hidden lessons not at all', () => {
    const shared = { title: '', description: '', body: '', duration: 90 };
    const plan = { assetId: 'plan', title: 'The plan', contentType: 'application/pdf', bytes: 2 * MB };
    const { facts } = check([
      aFilm({ id: 1, ...shared }),
      aFilm({ id: 2, ...shared }),
      aFilm({ id: 3, ...shared, videoUrl: '/media/b', videoBytes: MB, body: 'Words', documents: [plan] }),
      aFilm({ id: 4, ...shared, videoUrl: '/media/c', isVisible: false }),
    ]);
    expect(facts).toMatchObject({ lessons: 3, minutes: 6, bytes: 6 * MB + 5, videos: { count: 2, playing: 2 } });
  });
});

test('[Z10] what a published translation still reads in the language of the course is counted', () => {
  const of = (language: string, isPublished: boolean, changed: number, missing: number) => ({
    ...{ language, isPublished, ready: 5, changed, missing },
  });
  const translations = [of('es', true, 1, 2), of('fr', false, 9, 9), of('de', true, 0, 0)];
  expect(translationItems({ source: 'en', translations })).toMatchObject([
    {
      ...{ key: 'translation_es', severity: 'should', fixIn: 'languages' },
      sentence: 'In Spanish, 3 texts are read in the language of the course: 1 changed since, 2 not translated.',
    },
  ]);
});
