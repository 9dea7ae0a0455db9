import { describe, expect, test } from 'vitest';
import { isHere } from '#sync/downloads/download-status.ts';
import { type KeptLesson, neededFiles, newDownload } from '#sync/store/media-ledger.ts';
import { aLesson } from '#tests/factories.ts';

describe('documents of a kept lesson', () => {
  const document = { assetId: 'd1', title: 'The ladder check', contentType: 'application/pdf', bytes: 10 };
  const lesson = aLesson({ videoUrl: null, documents: [document], body: '![A drawing](/media/p1)' });

  test('are needed with their size, before the pictures', () => {
    expect(neededFiles(lesson, undefined)).toEqual([
      { assetId: 'd1', bytes: 10 },
      { assetId: 'p1', bytes: null },
    ]);
  });

  test('of an audio lesson are needed once, though the player plays one', () => {
    const heard = aLesson({ kind: 'audio', videoUrl: '/media/d1', videoBytes: 10, documents: [document], body: '' });
    expect(neededFiles(heard, undefined)).toEqual([{ assetId: 'd1', bytes: 10 }]);
  });

  test('keep the lesson from being here while they are missing, or refused', () => {
    const kept = { files: neededFiles(lesson, undefined), checkedAt: 1, refusal: null } as KeptLesson;
    const rows = (of: object) =>
      new Map([
        ['d1', { ...newDownload('d1'), ...of }],
        ['p1', { ...newDownload('p1'), refusal: 'Gone.' }],
      ]);
    expect(isHere(kept, rows({}))).toBe(false);
    expect(isHere(kept, rows({ refusal: 'Gone.' }))).toBe(false);
    expect(isHere(kept, rows({ isComplete: true }))).toBe(true);
  });
});
