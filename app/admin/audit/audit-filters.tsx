import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { useOrganizations } from '../use-organizations.ts';

type AuditFiltersProps = {
  wanted: { action: string; actor: string; organizationId: string };
  /** Takes the names of the address: kind, who, organization. */
  onChange: (part: Record<string, string>) => void;
};

const KINDS = [
  ['', 'Everything'],
  ['account', 'Accounts and sign-ins'],
  ['account.sign_in_failed', 'Failed sign-ins'],
  ['account.role_changed', 'Changes of role'],
  ['organization', 'Organizations'],
  ['invitation', 'Invitations'],
  ['course', 'Courses'],
] as const;

/** What the server looks for in the whole log: a kind of act, an organization, a person by their whole address. */
export function AuditFilters({ wanted, onChange }: AuditFiltersProps) {
  const { data } = useOrganizations();
  const [actor, setActor] = useState(wanted.actor);
  useEffect(() => setActor(wanted.actor), [wanted.actor]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    onChange({ who: actor.trim() });
  };
  const known = (data?.organizations ?? []).map(({ id, name }) => [id, name] as const);
  return (
    <form noValidate onSubmit={find} className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Choice
        label="Kind of act"
        labelled="above"
        value={wanted.action}
        options={KINDS}
        onChange={(kind) => onChange({ kind })}
      />
      <Choice
        label="Organization"
        labelled="above"
        value={wanted.organizationId}
        options={[['', 'Every organization'], ...known]}
        onChange={(organization) => onChange({ organization })}
      />
      <Field
        label="Done by (email)"
        type="email"
        autoComplete="off"
        value={actor}
        onChange={(event) => setActor(event.target.value)}
      />
      <Button type="submit" variant="secondary" className="justify-self-start">
        Find
      </Button>
    </form>
  );
}
