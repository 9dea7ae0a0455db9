// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CaptionsDialog } from '#app/admin/videos/captions-dialog.tsx';
import { openForAdmin, press } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

const LESSON = { id: 7, title: 'Climb', captionsUrl: null };
const PUT = 'PUT /api/admin/lessons/7/captions';

async function open() {
  const dialog = <CaptionsDialog lesson={LESSON} courseId={4} onClose={() => undefined} />;
  const { sent } = await openForAdmin(dialog, { [PUT]: () => answer(200, { message: 'Captions saved' }) });
  const choose = async (name: string, content: BlobPart) => {
    const file = await screen.findByLabelText('Captions file for Climb');
    fireEvent.change(file, { target: { files: [new File([content], name)] } });
  };
  return { sent: () => sent(PUT), choose };
}

test('what cannot be shown is told by its line before anything is saved without it', async () => {
  const { sent, choose } = await open();
  const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\nLook.\n\n00:29.980 --> 00:29.980\nThank you.\n';
  await choose('whisper.vtt', file);
  expect((await screen.findByRole('alert')).textContent).toContain('Line 6: the end must come after the start.');
  expect(screen.getByLabelText('Captions')).toHaveProperty('value', file);
  expect(sent()).toEqual([]);
  await press('Save without them');
  await waitFor(() => expect(sent()).toEqual([{ captions: file }]));
});

test('typed captions are saved at the second press, when one of them would be left out', async () => {
  const { sent } = await open();
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nLook.\n\nAnd up.\n';
  fireEvent.change(await screen.findByLabelText('Captions'), { target: { value: text } });
  await press('Save captions');
  expect((await screen.findByRole('alert')).textContent).toContain('Line 6: a line with times');
  expect(sent()).toEqual([]);
  await press('Save without them');
  await waitFor(() => expect(sent()).toEqual([{ captions: text }]));
});

test('typed captions are not lost without a question', async () => {
  await open();
  fireEvent.change(await screen.findByLabelText('Captions'), { target: { value: 'WEBVTT' } });
  await press('Cancel');
  await screen.findByRole('dialog', { name: 'Discard what you wrote?' });
  await press('Keep writing');
  expect(await screen.findByLabelText('Captions')).toHaveProperty('value', 'WEBVTT');
});

test('a SubRip file of an older program is read, and said to be guessed', async () => {
  const { choose } = await open();
  const words = '1\r\n00:00:01,000 --> 00:00:02,000\r\nPr\xfcfung\r\n';
  await choose(
    'old.srt',
    Uint8Array.from(words, (letter) => letter.charCodeAt(0)),
  );
  expect(await screen.findByText(/^This file is not UTF-8/)).toBeTruthy();
  expect((screen.getByLabelText('Captions') as HTMLTextAreaElement).value).toContain('Prüfung');
  expect(screen.queryByRole('alert')).toBeNull();
});
