import { useState } from 'react';
import { InvitationForm } from '../invitation-form.tsx';
import { OrganizationChoice } from './organization-choice.tsx';
import type { Enterprise } from './use-enterprise.ts';
import { useOrganizationCourses } from './use-organization-courses.ts';

/** Chooses an organization and makes an invitation into it, with one of the courses that it can take. */
export function TokenForm({ organizations, courses, onMade }: Enterprise & { onMade: (token: string) => void }) {
  const [organizationId, setOrganizationId] = useState('');
  const theirs = new Set(useOrganizationCourses(organizationId).data?.map(({ id }) => id));
  const takeable = courses.filter(
    ({ id, isPublished, visibility }) => isPublished && (visibility === 'public' || theirs.has(id)),
  );
  return (
    <>
      <OrganizationChoice organizations={organizations} value={organizationId} onChange={setOrganizationId} />
      <InvitationForm organizationId={organizationId} courses={takeable} onMade={onMade} />
    </>
  );
}
