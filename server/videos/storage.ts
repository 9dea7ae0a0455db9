// Where media lie: a port with two drivers, this machine's disk and a project's Supabase Storage (V1). Keys are made by
// the server, never by a client.

/** A place that one file may be sent to, and what the sender has to show there. */
export interface Target {
  uploadUrl: string;
  token: string;
  /** Never later than what was asked for. */
  expiresAt: Date;
}

export interface TargetWanted {
  uploadId: string;
  key: string;
  expiresAt: Date;
  /** Bytes, when the sender said so. */
  size: number | undefined;
}

/**
 * Refuses what the place says no to: `bucket_not_found`, `file_too_large`, `file_type_refused`, `upload_already_used`,
 * `upload_expired`, `storage_not_configured`, and `media_not_found` for bytes that are gone.
 */
export interface Storage {
  /** A signed address to which a browser sends a file by PUT. */
  createUploadTarget(wanted: TargetWanted): Promise<Target>;
  /** Puts a file of this machine under a key and takes it away from where it lay. */
  keep(key: string, file: { path: string; contentType: string }): Promise<void>;
  /** Size in bytes, undefined when nothing lies under this key. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** The bytes from `start` to `end`, both included, as a stream that ends its file when cancelled. */
  read(key: string, start: number, end: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Takes a file away; one that is not there is no failure. */
  remove(key: string): Promise<void>;
  /** The SHA-256 in hex, worked out beside the requests; null where reading all of it back would cost too much. */
  sha256(key: string): Promise<string | null>;
  /** Makes the place for media where it is missing; answers a sentence for the person who asked. */
  ensureBucket(): Promise<string>;
}

/** The bytes of a short range, in memory. */
export async function readSome(storage: Storage, key: string, range: { start: number; end: number }): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await storage.read(key, range.start, range.end)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
