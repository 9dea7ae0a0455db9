// Over the overview of an organization whose people are invented: that they are, and the way to be without them.
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { FlaskConical } from 'lucide-react';
import type { SamplePeople } from '#sync/contract/sample-people.ts';
import { call } from '../../api/client.ts';
import { refreshProfile, server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConfirm } from '../../ui/confirm.tsx';

export function SampleBar() {
  const isSample = useActiveUser().profile?.organization?.isSample === true;
  const { data: here } = useApiQuery(server.admin['sample-people'], undefined, isSample);
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: () => call(server.admin['sample-people'].$delete()),
    successToast: (gone: SamplePeople) => ({
      title: t`Sample people removed`,
      description: plural(gone.people, { one: '# invented person is gone.', other: '# invented people are gone.' }),
    }),
    errorToast: { title: t`Nothing Was Removed`, sentence: t`The invented people could not be removed.` },
    onSuccess: () => void refreshProfile(),
    invalidates: ['/'],
  });
  if (!isSample || !here || here.people === 0) return null;
  const { people, groups, realPeople } = here;
  const text =
    realPeople > 0
      ? t`With them go ${plural(groups, { one: '# group', other: '# groups' })}, their progress, certificates, invitations and devices. The sample courses and ${plural(realPeople, { one: '# real person', other: '# real people' })} who joined stay, and the accounts to look around as lose their history. This cannot be undone.`
      : t`With them go ${plural(groups, { one: '# group', other: '# groups' })}, their progress, certificates, invitations and devices. The sample courses stay, and the accounts to look around as lose their history. This cannot be undone.`;
  const ask = () =>
    confirm({
      title: plural(people, { one: 'Remove # invented person?', other: 'Remove # invented people?' }),
      text,
      action: t`Remove them`,
      running: t`Removing...`,
      run,
    });
  return (
    <section
      aria-label={t`Sample data`}
      className="flex min-h-9 flex-wrap items-center justify-center gap-x-2 border-line border-b bg-sunken px-4 text-sm max-md:pt-2 print:hidden"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      <p>
        <Plural value={people} one="One person here is invented." other="These # people are invented." />
      </p>
      <button
        type="button"
        onClick={ask}
        className="min-h-9 rounded-sm px-1 font-semibold text-accent-text underline-offset-4 hover:underline max-md:min-h-touch"
      >
        <Trans>Remove them</Trans>
      </button>
    </section>
  );
}
