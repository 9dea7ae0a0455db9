import type { MediaStorage } from '../deps.ts';
// Where media lie: a port with two drivers, this machine's disk and a project's Supabase Storage (V1). Keys are made by
// the server, never by a client.

/** The bytes of a short range, in memory. */
export async function readSome(
  storage: MediaStorage,
  key: string,
  range: { start: number; end: number },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await storage.read(key, range.start, range.end)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
