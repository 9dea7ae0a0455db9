// Refusals on a page that is not English: worded by code, and the server's sentence where a thing of its own is named.
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiError, call, publicServer, wordRefusalsBy } from '#app/api/client.ts';
import { wordRefusal } from '#app/api/refusals.ts';
import { i18n } from '#app/ui/language.ts';
import { REFUSALS } from '#sync/contract/refusal.ts';
import { refusal } from '#tests/fixtures/auth-service.ts';

const SAID = 'This language is not offered here.';
const SPANISH = 'Este idioma no se ofrece aquí.';

beforeAll(() => wordRefusalsBy(wordRefusal));

afterEach(() => {
  i18n.activate('en');
  vi.unstubAllGlobals();
});

async function refused(code: string, sentence: string): Promise<ApiError> {
  vi.stubGlobal('fetch', async () => refusal(422, code, sentence));
  const failure = await call(publicServer.config.$get()).catch((error: unknown) => error);
  if (!(failure instanceof ApiError)) throw new Error('It was not refused.');
  return failure;
}

function speakSpanish(): void {
  // A language without a catalog of its own here, so that it lacks the rest.
  i18n.load('xx', { [generateMessageId(SAID)]: SPANISH });
  i18n.activate('xx');
}

test('a refusal is told in the language of the page, and its code and field stay', async () => {
  speakSpanish();
  expect(await refused('language_not_offered', SAID)).toMatchObject({
    code: 'language_not_offered',
    sentence: SPANISH,
  });
});

test('a sentence of its own, a code of a newer server and a missing translation stay English', async () => {
  speakSpanish();
  expect((await refused('language_not_offered', 'This one is special.')).sentence).toBe('This one is special.');
  expect((await refused('from_the_future', 'Something new.')).sentence).toBe('Something new.');
  expect((await refused('not_found', 'Not found')).sentence).toBe('Not found');
});

test('in English the sentence of the server is shown', async () => {
  expect((await refused('language_not_offered', SAID)).sentence).toBe(SAID);
});

test('each code is worded by the sentence that the server sends', async () => {
  i18n.load('xx', Object.fromEntries(Object.values(REFUSALS).map(([, words]) => [generateMessageId(words), '!'])));
  i18n.activate('xx');
  const worded = await Promise.all(Object.entries(REFUSALS).map(([code, [, words]]) => wordRefusal(code, words)));
  expect(new Set(worded)).toEqual(new Set(['!']));
});
