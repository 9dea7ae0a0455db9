import { useCallback, useEffect, useState } from 'react';
import { Certificate, certificatePath, readSerial } from '#sync/contract/certificate.ts';
import { ApiError, createApi } from '../api.ts';
import { useRetryOnceReached } from '../connection.ts';

/** What the server knows of a serial. `failed` carries the words to show. */
export type Verification =
  | { kind: 'asking' }
  | { kind: 'valid'; certificate: Certificate }
  | { kind: 'unknown' }
  | { kind: 'offline' }
  | { kind: 'failed'; words: string };

const call = createApi();

async function verify(typed: string): Promise<Verification> {
  const serial = readSerial(typed);
  if (serial === undefined) return { kind: 'unknown' };
  try {
    const certificate = await call(certificatePath(serial), { answer: Certificate });
    return certificate ? { kind: 'valid', certificate } : { kind: 'unknown' };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'offline' };
    if (error.code === 'certificate_not_found') return { kind: 'unknown' };
    return { kind: 'failed', words: error.sentence ?? 'The server could not answer. Please try again.' };
  }
}

/** Asks anybody's question: is there a certificate with this serial? Again by itself when the network comes back. */
export function useVerification(typed: string): { verification: Verification; again: () => void } {
  const [answered, setAnswered] = useState<{ typed: string; verification: Verification }>();
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((last) => last + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let current = true;
    void verify(typed).then((verification) => current && setAnswered({ typed, verification }));
    return () => {
      current = false;
    };
  }, [typed, round]);
  const isOffline = answered?.verification.kind === 'offline';
  useRetryOnceReached(isOffline, again);
  return { verification: answered?.typed === typed ? answered.verification : { kind: 'asking' }, again };
}
