// @vitest-environment happy-dom
// The viewer of PDF with the real pdfjs, whose worker runs in the page. Nothing is drawn here: that is for the journey.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
// @ts-expect-error: the package declares no types for it
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PdfView } from '#app/learn/documents/pdf-view.tsx';
import { aPdf } from '#tests/fixtures/documents.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const PAGES = ['Set up the ladder.', 'Wear the harness above two metres.', 'Check the harness again.'];
const ADDRESS = 'https://host.example/media/a';

let opened: Awaited<ReturnType<typeof openOnDevice>>;

async function open(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer());
  opened = await openOnDevice({ at: '/', path: '/', screen: <PdfView address={ADDRESS} title="The ladder check" /> });
}

beforeEach(async () => {
  // pdfjs tells the console of fonts, of what is not laid out, and of a file that it cannot read.
  for (const way of ['log', 'warn', 'error'] as const) vi.spyOn(console, way).mockReturnValue();
  vi.stubGlobal('pdfjsWorker', pdfjsWorker);
  await seatLena();
});
afterEach(async () => {
  await opened.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a PDF opens at its first page, and a search leads from match to match', async () => {
  const pdf = new Uint8Array(await aPdf(PAGES));
  await open(() => new Response(pdf, { headers: { 'Content-Type': 'application/pdf' } }));
  await screen.findByText('Page 1 of 3');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search this document' }), { target: { value: 'harness' } });
  await screen.findByText('1 of 2');
  await screen.findByText('Page 2 of 3');
  fireEvent.click(screen.getByRole('button', { name: 'Next match' }));
  await screen.findByText('2 of 2');
  await screen.findByText('Page 3 of 3');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search this document' }), { target: { value: 'rope' } });
  await screen.findByText('No matches');
});

test('an unreadable file says so with its name, and is tried again', async () => {
  const pdf = new Uint8Array(await aPdf(PAGES));
  let bytes = new Uint8Array([1, 2, 3]);
  await open(() => new Response(bytes, { headers: { 'Content-Type': 'application/pdf' } }));
  expect((await screen.findByRole('alert')).textContent).toContain("“The ladder check” can't be shown");
  bytes = pdf;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Page 1 of 3');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
