// The storage for videos: setting it up, and what to do while it is missing.

import type { ComponentProps, ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Button } from '../../ui/button.tsx';

/** Creates the storage for videos; does nothing if it exists. The server's message is shown in both cases. */
export function useSetupStorage() {
  return useApiMutation({
    send: () => call(server.admin['create-storage-bucket'].$post()),
    successToast: ({ message }) => ({ title: 'Storage ready', description: message }),
    errorToast: { title: 'Setup Failed', sentence: 'Failed to create storage bucket' },
  });
}

type SetupButtonProps = {
  setup: Pick<ReturnType<typeof useSetupStorage>, 'run' | 'isRunning'>;
  variant?: ComponentProps<typeof Button>['variant'];
  children?: ReactNode;
};

export function SetupButton({ setup, variant = 'secondary', children = 'Setup Storage' }: SetupButtonProps) {
  return (
    <Button variant={variant} disabled={setup.isRunning} onClick={() => void setup.run()}>
      {setup.isRunning ? 'Setting up...' : children}
    </Button>
  );
}

const UNCONFIGURED = 'Missing Supabase configuration';
const NO_BUCKET = 'Bucket not found';

/** Whether there is help for a message of the server. */
export const isAboutStorage = (message: string) => message.includes(UNCONFIGURED) || message.includes(NO_BUCKET);

type StorageHelpProps = {
  message: string;
  /** The page's own setup action, if it has one. */
  setup?: ReturnType<typeof useSetupStorage>;
};

/** What to do when the storage is not ready; nothing for any other message. */
export function StorageHelp({ message, setup: given }: StorageHelpProps) {
  const own = useSetupStorage();
  const setup = given ?? own;
  if (message.includes(UNCONFIGURED)) return <Configuration act={<SetupButton setup={setup} />} />;
  if (!message.includes(NO_BUCKET)) return null;
  return (
    <Help
      title="Storage Bucket Not Found"
      act={
        <SetupButton setup={setup} variant="primary">
          Create Storage Bucket
        </SetupButton>
      }
    >
      <p>The storage for videos does not exist yet. Create it once, then try the upload again.</p>
    </Help>
  );
}

function Configuration({ act }: { act: ReactNode }) {
  return (
    <Help title={UNCONFIGURED} act={act}>
      <p>Video storage isn't set up. Set these secrets on the server, restart it, then use Setup Storage:</p>
      <dl className="grid gap-x-3 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt>
          <code className="break-all">SUPABASE_URL</code>
        </dt>
        <dd className="text-ink-soft max-sm:mb-2">the project URL</dd>
        <dt>
          <code className="break-all">SUPABASE_SECRET_KEY</code>
        </dt>
        <dd className="text-ink-soft">the service key</dd>
      </dl>
    </Help>
  );
}

/** Only super admins may set up the storage (P-14); others are told whom to ask. */
function Help({ title, act, children }: { title: string; act: ReactNode; children: ReactNode }) {
  const { data: profile } = useApiQuery(server.auth.profile);
  return (
    <section aria-label={title} className="flex flex-col items-start gap-3 rounded-md bg-sunken p-4 text-sm">
      <p className="font-semibold text-base">{title}</p>
      {children}
      {profile?.is_super_admin === false ? <p>Please tell a super admin of this installation.</p> : act}
    </section>
  );
}
