// Creates an organization, in the dialog of /admin/organizations and on /admin/enterprise (R-M6).

import { t } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { ORGANIZATION_NAME_LIMIT, type OrganizationRow, SLUG_LIMIT, slugOf } from '#sync/contract/organization.ts';
import { call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { adminToasts } from '../forms/messages.ts';
import { ORGANIZATION_LISTS } from '../forms/use-organizations.ts';

/** The slug follows the name until it is edited. `onMade` is called after a success, when the form is empty again. */
export function NewOrganizationForm({ onMade }: { onMade?: (organization: OrganizationRow) => void }) {
  const toast = useToast();
  const [name, setName] = useState('');
  const [written, setWritten] = useState<string>();
  const [hasTried, setTried] = useState(false);
  const slug = written ?? slugOf(name);
  const { run, isRunning, failure, reset } = useApiMutation({
    send: (wanted: { name: string; slug: string }) =>
      call(server.enterprise.admin.organizations.$post({ json: wanted })),
    successToast: ({ organization }) => ({
      title: t`Organization Created`,
      description: t`${organization.name} is ready: invite its people next.`,
    }),
    errorToast: { title: t`Creation Failed`, sentence: t`The organization could not be created.` },
    invalidates: ORGANIZATION_LISTS,
  });
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!name.trim() || !slug.trim()) return toast(adminToasts.missingInformation);
    const answer = await run({ name, slug });
    if (!answer) return;
    setName('');
    setWritten(undefined);
    setTried(false);
    onMade?.(answer.organization);
  };
  const missing = (text: string) => (hasTried && !text.trim() ? adminToasts.missingInformation.description : undefined);
  return (
    <form noValidate onSubmit={create} className="flex flex-col gap-4">
      <Field
        label={t`Organization Name`}
        autoComplete="off"
        required
        maxLength={ORGANIZATION_NAME_LIMIT}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          reset();
        }}
        error={missing(name) ?? fieldErrorOf(failure, 'name')}
      />
      <Field
        label={t`Slug`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={SLUG_LIMIT}
        value={slug}
        onChange={(event) => {
          setWritten(event.target.value);
          reset();
        }}
        error={missing(slug) ?? fieldErrorOf(failure, 'slug')}
      />
      <Button type="submit" size="big" disabled={isRunning} className="self-start">
        {isRunning ? t`Creating...` : t`Create Organization`}
      </Button>
    </form>
  );
}
