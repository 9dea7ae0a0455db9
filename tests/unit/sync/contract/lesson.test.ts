import { describe, expect, test } from 'vitest';
import { lessonDurationLabel, lessonLabel } from '#app/ui/course-labels.ts';
import { LESSON_KINDS, lessonKind, needsPassedAttempt, ownDocument } from '#sync/contract/lesson.ts';
import { aLesson } from '#tests/factories.ts';

describe('[S3] the kind of a lesson', () => {
  test.each([
    ['Quiz: Ladders', '/media/a', 'video'],
    ['Module QUIZ', null, 'quiz'],
    ['Final Exam', null, 'exam'],
    ['Self-Assessment', null, 'exam'],
    ['A quiz before the exam', null, 'quiz'],
    ['CAPSTONE: your own inspection', null, 'capstone'],
    ['Reading a floor plan', null, 'text'],
    ['Reading a floor plan', '', 'text'],
  ])('%s with video %s is %s', (title, videoUrl, kind) => {
    expect(lessonKind({ title, videoUrl })).toBe(kind);
  });

  test('the kind that was chosen, whatever title and video say', () => {
    for (const kind of LESSON_KINDS) expect(lessonKind({ kind, title: 'Final Exam', videoUrl: '/media/a' })).toBe(kind);
    expect(needsPassedAttempt({ kind: 'exam', title: 'Prueba final', videoUrl: '/media/a' })).toBe(true);
    expect(needsPassedAttempt({ kind: 'text', title: 'How to pass a quiz', videoUrl: null })).toBe(false);
    expect(lessonKind({ kind: null, title: 'Final Exam', videoUrl: null })).toBe('exam');
  });

  test('the first file of its kind is a document lesson, or an audio lesson; another has none', () => {
    const document = (assetId: string, contentType: string) => ({ assetId, contentType, title: assetId, bytes: 1 });
    const documents = [document('a', 'audio/mpeg'), document('b', 'application/pdf'), document('c', 'application/pdf')];
    expect(ownDocument({ kind: 'document', documents })?.assetId).toBe('b');
    expect(ownDocument({ kind: 'audio', documents })?.assetId).toBe('a');
    expect(ownDocument({ kind: 'audio' })).toBeUndefined();
    expect(ownDocument({ documents })).toBeUndefined();
  });

  test('only a quiz or an exam without a video needs a passed attempt', () => {
    expect(needsPassedAttempt({ title: 'Final Exam', videoUrl: null })).toBe(true);
    expect(needsPassedAttempt({ title: 'Final Exam', videoUrl: '/media/a' })).toBe(false);
    expect(needsPassedAttempt({ title: 'Capstone', videoUrl: null })).toBe(false);
  });
});

describe('[S2] the right-hand label', () => {
  test.each([
    [{ title: 'Quiz: Ladders', questionCount: null }, '3 questions'],
    [{ title: 'Quiz: Ladders', questionCount: 5 }, '5 questions'],
    [{ title: 'Quiz: Ladders', questionCount: 1 }, '1 question'],
    [{ title: 'Quiz: Ladders', questionCount: 0 }, 'No questions yet'],
    [{ title: 'Final Exam', questionCount: 0 }, 'No questions yet'],
    [{ title: 'Final Exam', questionCount: null }, '20 questions'],
    [{ title: 'Capstone: a house' }, '60 min project'],
    [{ title: 'Reading', duration: 61 }, '2 min'],
  ])('%o reads %s', (fields, label) => {
    expect(lessonLabel(aLesson(fields))).toBe(label);
  });

  test.each([
    [0, '1 min'],
    [59, '1 min'],
    [60, '1 min'],
    [3540, '59 min'],
    [3600, '1h 0m'],
    [5460, '1h 31m'],
  ])('%i seconds read %s', (seconds, label) => {
    expect(lessonDurationLabel(seconds)).toBe(label);
  });
});
