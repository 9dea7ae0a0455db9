import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useActiveUser } from '../../device/active-user.tsx';

/** Before a link signs in: it may be a stranger's, who wants people to work in an account that is not their own. */
export function OnlyIfAsked() {
  const { state, name } = useActiveUser();
  return (
    <p>
      {state === 'known' && `${t`You're signed in as ${name}.`} `}
      <Trans>Only continue if you asked for this link.</Trans>
    </p>
  );
}
