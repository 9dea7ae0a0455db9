import { useState } from 'react';
import { ApiError } from '../../api/client.ts';

/** A form with the revision of what it was made from. */
type Version<F> = { form: F; rev: number };

/**
 * The form of a dialog that edits what another admin may edit too. `current` is what the server has, as far as is known:
 * after a refusal for an outdated revision it must be fetched again, and then is `theirs` until the person has decided.
 */
export function useEdited<F extends object>(current: Version<F>) {
  const [base, setBase] = useState(current);
  const [form, setForm] = useState(current.form);
  const theirs = current.rev === base.rev ? undefined : current;
  const [isRefused, setRefused] = useState(false);
  const startFrom = (version: Version<F>, written: F) => {
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
    /** For `onError` of the save. */
    noteFailure: (failure: unknown) => setRefused(failure instanceof ApiError && failure.status === 409),
    takeTheirs: () => theirs && startFrom(theirs, theirs.form),
    /** Their version with what this person has changed; returns it with its revision, to be saved. */
    keepMine: (): Version<F> | undefined => {
      if (!theirs) return undefined;
      const merged = { form: { ...theirs.form, ...differences(form, base.form) }, rev: theirs.rev };
      startFrom(theirs, merged.form);
      return merged;
    },
  };
}

/** The fields of `form` that differ from `base`; lists are compared by what they hold. */
export function differences<F extends object>(form: F, base: F): Partial<F> {
  const names = Object.keys(form) as (keyof F)[];
  const changed = names.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(base[name]));
  return Object.fromEntries(changed.map((name) => [name, form[name]])) as Partial<F>;
}
