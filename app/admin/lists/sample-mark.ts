import { t } from '@lingui/core/macro';
import { useActiveUser } from '../../device/active-user.tsx';

/** What the name of a file says besides, where the people of the organization are invented. */
export const useSampleMark = (): string | undefined =>
  useActiveUser().profile?.organization?.isSample ? t`sample data` : undefined;
