import { useState } from 'react';
import { ApiError } from '../../api/client.ts';

/** A form with the revision of what it was made from. */
export type Version<F, R = number> = { form: F; rev: R };

/** A field in which two versions differ, as a person reads it. */
export type VersionPair = { label: string; mine: string; theirs: string };

/**
 * The form of a dialog that edits what another admin may edit too. `current` is what the server has, as far as is known:
 * after a refusal for an outdated revision it must be fetched again, and then is `theirs` until the person has decided.
 */
export function useEdited<F extends object, R extends number | string>(current: Version<F, R>) {
  const [base, setBase] = useState(current);
  const [form, setForm] = useState(current.form);
  const theirs = current.rev === base.rev ? undefined : current;
  const [isRefused, setRefused] = useState(false);
  const merged = (onto: F): F => ({ ...onto, ...differences(form, base.form) });
  const startFrom = (version: Version<F, R>, written: F) => {
    setRefused(false);
    setBase(version);
    setForm(written);
  };
  return {
    form,
    setForm,
    isDirty: Object.keys(differences(form, base.form)).length > 0,
    seenRev: base.rev,
    /** Another admin's version, once a save was refused because of it. */
    theirs: isRefused ? theirs?.form : undefined,
    /** Their version with what this person has changed, which is what `keepMine` saves. */
    mine: merged(theirs?.form ?? base.form),
    /** For `onError` of the save. */
    noteFailure: (failure: unknown) => setRefused(failure instanceof ApiError && failure.status === 409),
    takeTheirs: () => theirs && startFrom(theirs, theirs.form),
    /** Saves their version with what this person has changed. */
    keepMine: (save: (merged: Version<F, R>) => unknown) => {
      if (!theirs) return;
      const mine = { form: merged(theirs.form), rev: theirs.rev };
      startFrom(theirs, mine.form);
      void save(mine);
    },
  };
}

/** The fields of `form` that differ from `base`; lists are compared by what they hold. */
export function differences<F extends object>(form: F, base: F): Partial<F> {
  const names = Object.keys(form) as (keyof F)[];
  const changed = names.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(base[name]));
  return Object.fromEntries(changed.map((name) => [name, form[name]])) as Partial<F>;
}

/** The fields in which two versions differ, by their labels; `words` is what a person reads of a field. */
export function versionPairs<F extends object>(
  labels: Record<keyof F & string, string>,
  [mine, theirs]: readonly [F, F],
  words: (form: F, name: keyof F & string) => string,
): VersionPair[] {
  const names = Object.keys(labels) as (keyof F & string)[];
  return names
    .map((name) => ({ label: labels[name], mine: words(mine, name), theirs: words(theirs, name) }))
    .filter((pair) => pair.mine !== pair.theirs);
}
