import { expect, test, vi } from 'vitest';
import { withToken } from '#app/admin/videos/captions-dialog.tsx';

vi.mock('#app/api/media-token.ts', () => ({ requestMediaToken: async (assetId: string) => `ticket of ${assetId}` }));

test.each([
  ['/media/a-1', '/media/a-1?token=ticket%20of%20a-1'],
  ['/media/a-1/captions.vtt?v=3', '/media/a-1/captions.vtt?v=3&token=ticket%20of%20a-1'],
])('[U5] %s keeps its version beside the token', async (address, expected) => {
  expect(await withToken(address)).toBe(expected);
});
