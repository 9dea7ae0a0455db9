import { Choice } from '../../ui/form/choice.tsx';
import { adminTexts } from '../frame/messages.ts';
import { type Options, visibilityOptions } from '../frame/option-lists.ts';
import { useOrganizations } from '../frame/use-organizations.ts';
import type { TypedCourse } from './use-course-form.ts';

type ReachFieldsProps = {
  typed: TypedCourse;
  /** Also a public or private course has an owner that can be changed; else only one for an organization. */
  alwaysOwned?: boolean;
};

/** Whom the course is for and whose it is: for super admins alone (decisions 14). */
export function ReachFields({ typed, alwaysOwned = false }: ReachFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice label="Visibility" labelled="above" options={visibilityOptions} {...typed.choice('visibility')} />
      {(alwaysOwned || typed.form.visibility === 'organization') && <OrganizationField typed={typed} />}
    </div>
  );
}

function OrganizationField({ typed: { form, choice } }: { typed: TypedCourse }) {
  const { data, trouble } = useOrganizations();
  const none = form.visibility === 'organization' ? 'Select an organization' : 'No organization';
  const known: Options = (data?.organizations ?? [])
    .filter(({ id, isActive }) => isActive || id === form.organizationId)
    .map(({ id, name }) => [id, name] as const);
  return (
    <Choice
      label="Organization"
      labelled="above"
      options={[['', data ? none : 'Loading...'], ...known]}
      disabled={!data}
      {...choice('organizationId')}
      {...(trouble && { error: adminTexts.failedOrganizations })}
    />
  );
}
