import { isServedByWorker } from '../device/controlled-page.ts';
import { requestMediaToken } from './media-token.ts';

/**
 * Another address for a picture of a text that could not be loaded: before a worker adds the bearer, one of a course that
 * is not public needs a ticket (V4). Null where there is none to be had.
 */
export async function pictureWithTicket(address: string): Promise<string | null> {
  const [, path = '', asset] = /^(\/media\/([\w-]+))/.exec(address) ?? [];
  if (!asset || isServedByWorker()) return null;
  const token = await requestMediaToken(asset);
  return token && `${path}?token=${encodeURIComponent(token)}`;
}
