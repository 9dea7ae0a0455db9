import { describe, expect, test } from 'vitest';
import { fileErrorOf, typeOfVideo } from '#app/admin/videos/chosen-file.ts';
import { playabilityWarning } from '#app/admin/videos/playability.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;
const aFile = (name: string, type = '', size = 1) => ({ name, type, size });

describe('[U8] a file for a lesson', () => {
  test.each(['a.mp4', 'a.webm', 'a.ogg', 'a.MOV', 'a.avi'])('%s passes by its ending', (name) => {
    expect(fileErrorOf(aFile(name), 'large')).toBeUndefined();
  });
  test.each(['a.mkv', 'a.WMV', 'a.m2ts'])('%s passes where videos are converted', (name) => {
    expect(fileErrorOf(aFile(name), 'large')?.title).toBe('Invalid File Type');
    expect(fileErrorOf(aFile(name), 'large', true)).toBeUndefined();
  });
  test('passes by its type, whatever its name is', () => {
    expect(fileErrorOf(aFile('clip', 'video/x-msvideo'), 'large')).toBeUndefined();
  });
  test('of another type is refused in the words of the specification', () => {
    const refused = { title: 'Invalid File Type', description: 'Please select an MP4, WebM, OGG, MOV, or AVI video' };
    expect(fileErrorOf(aFile('a.pdf', 'application/pdf'), 'large')).toEqual(refused);
  });
  test('that holds nothing is refused before it is sent', () => {
    expect(fileErrorOf(aFile('a.mp4', 'video/mp4', 0), 'large')?.title).toBe('Empty File');
    expect(fileErrorOf(aFile('a.mp4', 'video/mp4', 0), 'small')?.title).toBe('Empty File');
  });
  test('may have 2 GB and not a byte more', () => {
    expect(fileErrorOf(aFile('a.mp4', '', 2 * GB), 'large')).toBeUndefined();
    const refused = { title: 'File Too Large', description: 'Video must be smaller than 2GB' };
    expect(fileErrorOf(aFile('a.mp4', '', 2 * GB + 1), 'large')).toEqual(refused);
  });
  test('[U10] may have 50 MB in the manager, with the messages of the manager', () => {
    expect(fileErrorOf(aFile('a.mp4', '', 50 * MB), 'small')).toBeUndefined();
    expect(fileErrorOf(aFile('a.mp4', '', 50 * MB + 1), 'small')?.description).toBe(
      'Video file must be smaller than 50MB due to hosting infrastructure limits. Please compress your video or use a smaller file.',
    );
    expect(fileErrorOf(aFile('a.txt'), 'small')?.description).toBe(
      'Please select an MP4, WebM, OGG, MOV, or AVI video file',
    );
  });
  test('is sent under its type, or the one of its ending where the system knows none', () => {
    expect(typeOfVideo(aFile('a.mp4', 'video/webm'))).toBe('video/webm');
    expect(typeOfVideo(aFile('A.AVI'))).toBe('video/x-msvideo');
    expect(typeOfVideo(aFile('a.mov', 'application/octet-stream'))).toBe('video/quicktime');
  });
});

describe('[U8] a video that will not play everywhere is warned about', () => {
  const warning = (name: string, isPlayable?: boolean) => playabilityWarning({ name, type: '' }, isPlayable);
  test('an MP4 that plays here is fine, and so is one that nobody has tried', () => {
    expect(warning('a.mp4', true)).toBeUndefined();
    expect(warning('a.mp4')).toBeUndefined();
  });
  test('AVI, Ogg and QuickTime are named, even where they play', () => {
    expect(warning('a.avi', true)).toMatch(/^AVI videos do not play in browsers/);
    expect(warning('a.ogg', true)).toMatch(/^OGG videos do not play on iPhones/);
    expect(warning('a.mov', true)).toMatch(/^MOV videos do not play in every browser/);
  });
  test('so is what the server found to be compressed in a way that tablets lack', () => {
    const found = (codec: string) => playabilityWarning({ name: 'a.mp4', type: 'video/mp4', codec }, true);
    expect(found('hevc')).toMatch(/^Many tablets cannot play HEVC videos/);
    expect(found('h264')).toBeUndefined();
  });
  test('so is whatever this browser cannot play', () => {
    expect(warning('a.mp4', false)).toMatch(/does not play in the browser it was chosen in/);
  });
});
