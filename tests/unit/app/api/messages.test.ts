import { AuthRetryableFetchError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { failureMessage } from '#app/api/messages.ts';

test('a server that answers and cannot help is not called a missing network', () => {
  const words = (failure: unknown) => failureMessage(failure);
  const network = 'This needs a connection. Please check your network and try again.';
  expect(words(new TypeError('Failed to fetch'))).toBe(network);
  expect(words(new AuthRetryableFetchError('Failed to fetch', 0))).toBe(network);
  // As from a full disk, or from a proxy whose server is away.
  for (const status of [502, 503, 504])
    expect(words(new AuthRetryableFetchError('{}', status))).toBe(
      'The server cannot do this at the moment. Please try again in a few minutes.',
    );
});
