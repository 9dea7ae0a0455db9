import { useEffect, useState } from 'react';
import { NameAvailability, nameFault } from '#sync/contract/profile.ts';
import { api } from '../session.ts';
import { failureWords } from './failure-words.ts';

const TYPING_PAUSE_MS = 400;

/** What is known of a typed name. 'unknown': the server could not be asked. */
export type NameCheck =
  | { kind: 'empty' }
  | { kind: 'checking' }
  | { kind: 'available' }
  | { kind: 'taken'; reason: string }
  | { kind: 'unknown'; reason: string };

async function check(name: string): Promise<NameCheck> {
  try {
    const query = new URLSearchParams({ name });
    const answer = await api(`/api/auth/name-availability?${query}`, { answer: NameAvailability });
    if (answer?.available) return { kind: 'available' };
    return { kind: 'taken', reason: answer?.reason ?? 'This name is already taken' };
  } catch (failure) {
    return { kind: 'unknown', reason: failureWords(failure, 'The name could not be checked.') };
  }
}

/**
 * Asks live whether a name is free, a moment after the last change; `again` asks once more. `refuse` takes the server's
 * word at saving, which is newer than what the check had said.
 */
export function useNameCheck(typed: string): {
  check: NameCheck;
  again: () => void;
  refuse: (name: string, reason: string) => void;
} {
  const name = typed.trim();
  const [answered, setAnswered] = useState<{ name: string; check: NameCheck }>();
  const [round, setRound] = useState(0);
  const fault = name === '' ? undefined : nameFault(name);
  const isAsked = name !== '' && fault === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    if (!isAsked) return;
    let current = true;
    setAnswered(undefined);
    const timer = setTimeout(async () => {
      const outcome = await check(name);
      if (current) setAnswered({ name, check: outcome });
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [name, isAsked, round]);
  const again = () => setRound((last) => last + 1);
  const refuse = (refused: string, reason: string) =>
    setAnswered((known) =>
      known && known.name !== refused ? known : { name: refused, check: { kind: 'taken', reason } },
    );
  const told = { again, refuse };
  if (name === '') return { check: { kind: 'empty' }, ...told };
  if (fault) return { check: { kind: 'taken', reason: fault }, ...told };
  return { check: answered?.name === name ? answered.check : { kind: 'checking' }, ...told };
}
