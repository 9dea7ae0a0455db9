// Over the overview of an organization whose people are invented: that they are, and the way to be without them.
import { FlaskConical } from 'lucide-react';
import type { SamplePeople } from '#sync/contract/sample-people.ts';
import { call } from '../../api/client.ts';
import { refreshProfile, server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { counted } from '../../ui/labels.ts';

const invented = ({ people }: SamplePeople) => counted(people, 'invented person', 'invented people');

export function SampleBar() {
  const isSample = useActiveUser().profile?.organization?.isSample === true;
  const { data: here } = useApiQuery(server.admin['sample-people'], undefined, isSample);
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: () => call(server.admin['sample-people'].$delete()),
    successToast: (gone: SamplePeople) => ({
      title: 'Sample people removed',
      description: `${invented(gone)} are gone.`,
    }),
    errorToast: { title: 'Nothing Was Removed', sentence: 'The invented people could not be removed.' },
    onSuccess: () => void refreshProfile(),
    invalidates: ['/'],
  });
  if (!isSample || !here || here.people === 0) return null;
  const real = here.realPeople > 0 ? ` and ${counted(here.realPeople, 'real person', 'real people')} who joined` : '';
  const ask = () =>
    confirm({
      title: `Remove ${invented(here)}?`,
      text: `With them go ${counted(here.groups, 'group')}, their progress, certificates, invitations and devices. The sample courses${real} stay, and the accounts to look around as lose their history. This cannot be undone.`,
      action: 'Remove them',
      running: 'Removing...',
      run,
    });
  return (
    <section
      aria-label="Sample data"
      className="flex min-h-9 flex-wrap items-center justify-center gap-x-2 border-line border-b bg-sunken px-4 text-sm max-md:pt-2 print:hidden"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      <p>
        {here.people === 1
          ? 'One person here is invented.'
          : `These ${here.people.toLocaleString('en')} people are invented.`}
      </p>
      <button
        type="button"
        onClick={ask}
        className="min-h-9 rounded-sm px-1 font-semibold text-accent-text underline-offset-4 hover:underline max-md:min-h-touch"
      >
        Remove them
      </button>
    </section>
  );
}
