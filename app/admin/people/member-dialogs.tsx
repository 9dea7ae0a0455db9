// The dialogs for selected members: remove them from the organization (R-M5), or enroll them in a course (R-M14).

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { EXCEPT_LIMIT } from '#sync/contract/bulk-job.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EnrollingFields, useEnrollingFields } from '../forms/due-fields.tsx';
import { adminFailures, adminTexts } from '../forms/messages.ts';
import { type ActProps, useAct, useWho } from '../jobs/bulk-jobs.tsx';
import type { Member } from '../lists/people.ts';
import { type ChosenCourse, CourseChoice } from '../lists/searched-choices.tsx';

const REMOVING = {
  done: t`User Removed`,
  failed: { title: t`Removal Failed`, sentence: t`Failed to remove user from organization` },
};

/** Asks, then removes people from the organization, but never oneself. */
export function RemoveDialog({ people: chosen, ...props }: ActProps<Member>) {
  const { organization, onClose } = props;
  const { userId: ownId } = useActiveUser();
  const people = chosen.filter(({ id }) => id !== ownId);
  const isOwnLeftOut = props.matching !== undefined || people.length < chosen.length;
  // Where there is no room for one more, the job leaves whoever started it.
  const except = [...(props.matching?.except ?? []), ownId].slice(0, EXCEPT_LIMIT);
  const matching = props.matching && { ...props.matching, except };
  const { who, count } = useWho(organization.id, { people, matching: props.matching });
  const { run, outcome } = useAct({ ...props, people, matching }, REMOVING);
  if (outcome) return outcome;
  const text = [
    t`They lose access to the organization's courses but keep their account, progress and certificates.`,
    people.some(({ isOrgAdmin }) => isOrgAdmin) && t`Invitations that they made stop working.`,
    isOwnLeftOut && t`You won't be removed yourself.`,
    t`This action cannot be undone.`,
  ];
  return (
    <ConfirmDialog
      title={t`Remove ${who} from ${organization.name}?`}
      text={text.filter(Boolean).join(' ')}
      action={matching ? t`Remove all` : t`Remove`}
      running={t`Removing...`}
      affected={count}
      run={() => run({ kind: 'remove' })}
      onClose={onClose}
    />
  );
}

/** Enrolls the selected people in a course by hand. */
export function EnrollDialog(props: ActProps) {
  const { organization, onClose } = props;
  const { data, error, refetch } = useApiQuery(server.enterprise.admin.organizations[':id'].courses, {
    ...byId(organization.id),
    query: { among: 'enrollable', limit: '2' },
  });
  const act = useAct(props, { failed: adminFailures.enroll });
  if (act.outcome) return act.outcome;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Enroll ${act.who}`}
      description={t`Enrolled people can open this course even if it's private.`}
    >
      {error ? (
        <ApiErrorView title={adminTexts.failedOrganizationCourses} {...{ error, refetch }} />
      ) : data ? (
        <EnrollForm {...{ organization, act, onClose }} courses={data.courses} />
      ) : (
        <Skeleton className="h-30" />
      )}
    </Dialog>
  );
}

type EnrollFormProps = Pick<ActProps, 'organization' | 'onClose'> & {
  act: ReturnType<typeof useAct>;
  /** The first of them; one that stands alone is selected. */
  courses: readonly (ChosenCourse & { isPublished: boolean })[];
};

function EnrollForm({ organization, courses, act, onClose }: EnrollFormProps) {
  const [first, ...others] = courses;
  // A draft is for nobody yet: whoever means it chooses it.
  const [course, setCourse] = useState<ChosenCourse | undefined>(
    others.length === 0 && first?.isPublished ? first : undefined,
  );
  const due = useEnrollingFields();
  if (!first)
    return (
      <p>
        <Trans>There is no course that people in {organization.name} can take.</Trans>
      </p>
    );
  return (
    <DialogForm
      onSubmit={async () => {
        if (course && due.check()) await act.run({ kind: 'enroll', courseId: course.id, ...due.wanted });
      }}
      cancel={onClose}
      verb={t`Enroll ${act.who}`}
      running={t`Enrolling...`}
      isRunning={act.isRunning}
      isReady={course !== undefined}
    >
      <CourseChoice
        value={course}
        of={{ organizationId: organization.id, among: 'enrollable' }}
        onChange={setCourse}
        hint={t`Only courses that people in ${organization.name} can take.`}
      />
      <EnrollingFields {...due} isDraft={course?.isPublished === false} failure={act.failure} />
      {due.kind !== 'none' && (
        <p className="text-ink-soft">
          <Trans>Whoever is enrolled already gets this due date instead of theirs.</Trans>
        </p>
      )}
    </DialogForm>
  );
}
