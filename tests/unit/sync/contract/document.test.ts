import { describe, expect, test } from 'vitest';
import { checkDocument, DOCUMENT_LIMIT_BYTES } from '#sync/contract/document.ts';
import { anMp4, aPdf, aWave, SOUND_HEADS } from '#tests/fixtures/documents.ts';

/** Checks these bytes under this name. */
function check(name: string, bytes: Uint8Array) {
  const read = async (start: number, end: number) => bytes.subarray(start, end + 1);
  return checkDocument({ name, size: bytes.length, read });
}

describe('a document', () => {
  test.each([
    ['tagged.mp3', SOUND_HEADS.tagged, 'audio/mpeg'],
    ['frames.MP3', SOUND_HEADS.frames, 'audio/mpeg'],
    ['voice.m4a', anMp4(['mp4a']), 'audio/mp4'],
    ['book.m4a', anMp4(['mp4a', 'text']), 'audio/mp4'],
    ['vorbis.ogg', SOUND_HEADS.vorbis, 'audio/ogg'],
    ['opus.ogg', SOUND_HEADS.opus, 'audio/ogg'],
    ['plain.wav', aWave(), 'audio/wav'],
    ['eight.wav', aWave({ bits: 8 }), 'audio/wav'],
    ['named-otherwise.wav', SOUND_HEADS.frames, 'audio/mpeg'],
  ])('%s is what its bytes say', async (name, bytes, contentType) => {
    expect(await check(name, bytes)).toEqual({ contentType });
  });

  test('a PDF is one, whichever version wrote it', async () => {
    expect(await check('a.pdf', await aPdf(['One', 'Two']))).toEqual({ contentType: 'application/pdf' });
    expect(await check('b.pdf', await aPdf(['One'], { pdfVersion: '1.7' }))).toEqual({
      contentType: 'application/pdf',
    });
  });

  test.each([
    ['plan.docx', SOUND_HEADS.office, 'plan.docx cannot be shown on every tablet. Choose a PDF,'],
    ['plan', SOUND_HEADS.office, 'plan cannot be shown on every tablet.'],
    ['plan.pdf', SOUND_HEADS.office, 'plan.pdf holds neither a PDF nor audio that tablets play'],
    ['none.mp3', new Uint8Array(0), 'none.mp3 is empty.'],
    ['aac.mp3', SOUND_HEADS.aac, 'aac.mp3 holds neither a PDF nor audio'],
    ['fine.wav', aWave({ bits: 24 }), 'fine.wav does not have plain samples of 8 or 16 bits'],
    ['float.wav', aWave({ bits: 32, format: 3 }), 'float.wav does not have plain samples'],
    ['flac.ogg', SOUND_HEADS.flac, 'flac.ogg holds no Vorbis or Opus sound'],
    ['lossless.m4a', anMp4(['alac']), 'lossless.m4a does not hold AAC sound'],
    ['film.m4a', anMp4(['avc1', 'mp4a']), 'film.m4a holds a video. Upload it as the video of a lesson.'],
    ['cut.m4a', anMp4(['mp4a']).subarray(0, 100), 'cut.m4a is not a whole file: its end is missing.'],
  ])('%s is refused with its name and why', async (name, bytes, fault) => {
    expect(await check(name, bytes)).toEqual({ fault: expect.stringContaining(fault) });
  });

  test('a PDF with a password, or with limits for readers, is refused', async () => {
    const fault =
      'safe.pdf is protected by a password or limits what readers may do. Save it without protection first.';
    expect(await check('safe.pdf', await aPdf(['Secret'], { userPassword: 'a' }))).toEqual({ fault });
    expect(await check('safe.pdf', await aPdf(['Secret'], { ownerPassword: 'a' }))).toEqual({ fault });
  });

  test('half a PDF is refused', async () => {
    const whole = await aPdf(['One', 'Two']);
    expect(await check('half.pdf', whole.subarray(0, whole.length - 200))).toEqual({
      fault: 'half.pdf is not a whole PDF: its end is missing.',
    });
  });

  test('what is too large is refused before it is read', async () => {
    const read = () => Promise.reject(new Error('It must not be read.'));
    const found = await checkDocument({ name: 'big.pdf', size: DOCUMENT_LIMIT_BYTES + 1, read });
    expect(found).toEqual({ fault: 'big.pdf is larger than 100 MB.' });
  });
});
