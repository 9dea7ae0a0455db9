import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useActiveUser } from '../device/active-user.tsx';
import { useStorageHealth } from '../device/storage-health.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/router.ts';

/** Tells a visitor where their progress is saved and how to add it to an account (R-S10); nothing for a signed-in user. */
export function VisitorNote({ courseId }: { courseId: number }) {
  const { state } = useActiveUser();
  const isKept = useStorageHealth() !== 'none';
  if (state !== 'visitor') return null;
  return (
    <p className="text-ink-soft text-sm">
      {isKept ? t`Your progress is saved on this device only.` : t`Your progress is saved until you close this page.`}{' '}
      <Trans>
        <Link
          to={paths.auth({ courseId })}
          className="-my-3 inline-flex min-h-touch items-center font-medium text-accent-text underline"
        >
          Sign in or sign up
        </Link>{' '}
        to add it to an account.
      </Trans>
    </p>
  );
}
