// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { differences } from '#app/admin/forms/use-edited.ts';
import { fieldErrors, formOf, payloadOf } from '#app/admin/writing/lesson-form.ts';
import { readingMinutes, readingOf } from '#app/admin/writing/reading-time.ts';
import { deleteDraft, readDraft, saveDraft } from '#app/admin/writing/text-drafts.ts';
import { LESSON_BODY_LIMIT } from '#sync/contract/lesson.ts';
import { aModule, anAdminLesson } from '../lessons/outline.ts';

const lesson = anAdminLesson({
  ...{ id: 7, title: 'Ladders', description: '', body: 'Climb\r\nslowly.' },
  ...{ duration: 90, orderIndex: 6, rev: 3 },
});
const modules = [aModule({ id: 22, courseId: 4, title: 'Height', startLessonIndex: 5, endLessonIndex: 8 })];

describe('[Z8] the fields of a lesson', () => {
  const form = formOf(lesson, modules);

  test('hold it as it is typed, and send back only what was changed', () => {
    expect(form).toEqual({
      title: 'Ladders',
      description: '',
      body: 'Climb\nslowly.',
      isPreview: false,
      kind: '',
      points: '10',
      minutes: '1.5',
      moduleId: '22',
    });
    expect(differences(form, form)).toEqual({});
    const typed = { ...form, body: 'Climb.', minutes: '2,5', moduleId: '' };
    expect(payloadOf(differences(typed, form))).toEqual({ body: 'Climb.', duration: 150, moduleId: null });
  });

  test.each([
    ['title', { title: '  ' }, 'Please enter a title for the lesson.'],
    ['points', { points: '1001' }, 'Points must be a whole number from 0 to 1000.'],
    ['points', { points: 'ten' }, 'Points must be a whole number from 0 to 1000.'],
    ['points', { points: '' }, 'Points must be a whole number from 0 to 1000.'],
    ['minutes', { minutes: '-1' }, 'Minutes must be a number from 0 to 1440.'],
    ['minutes', { minutes: 'soon' }, 'Minutes must be a number from 0 to 1440.'],
    ['body', { body: 'x'.repeat(LESSON_BODY_LIMIT + 1) }, 'The text may have at most 200,000 characters.'],
  ] as const)('a wrong %s is told before it is sent', (name, changed, sentence) => {
    expect(fieldErrors(changed)).toEqual({ [name]: sentence });
  });
});

describe('[Z8] text that was typed and not saved', () => {
  const owner = { userId: 'anna', lessonId: 7 };
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  test('is kept per person and lesson, and forgotten once saved', () => {
    const kept = { at: 1, rev: 3, changed: { body: 'Climb.' } };
    expect(saveDraft(owner, kept)).toBe(true);
    expect(readDraft(owner)).toEqual(kept);
    expect(readDraft({ ...owner, userId: 'ben' })).toBeUndefined();
    expect(readDraft({ ...owner, lessonId: 8 })).toBeUndefined();
    deleteDraft(owner);
    expect(readDraft(owner)).toBeUndefined();
  });

  test.each(['{', '[]', '7', '{"at":1,"rev":2,"changed":{"body":5}}', '{"at":"x","rev":2,"changed":{}}'])(
    'that cannot be read (%s) is none',
    (found) => {
      localStorage.setItem('groundwork.lesson-text.anna.7', found);
      expect(readDraft(owner)).toBeUndefined();
    },
  );

  test('says when the device has no room for it', () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: full, clear: () => undefined });
    expect(saveDraft(owner, { at: 1, rev: 3, changed: { body: 'Climb.' } })).toBe(false);
  });
});

describe('[Z8] reading time', () => {
  const wordsIn = (markdown: string) => readingOf(markdown).words;
  test('counts words, not signs and addresses', () => {
    expect(wordsIn('## Wear **boots**\n\n- [the law](https://law.example/a/b/c)\n- ![a roof](/media/x#1x1)')).toBe(6);
    expect(wordsIn('安全第一です')).toBe(3);
    expect(wordsIn(' \n# ')).toBe(0);
  });
  test('is a minute at least, and none for nothing', () => {
    expect(readingMinutes(0, 0)).toBe(0);
    expect(readingMinutes(5, 0)).toBe(1);
    expect(readingMinutes(1000, 6)).toBe(6);
  });
});
