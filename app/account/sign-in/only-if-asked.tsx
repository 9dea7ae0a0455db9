import { useActiveUser } from '../../device/active-user.tsx';

/** Before a link signs in: it may be a stranger's, who wants people to work in an account that is not their own. */
export function OnlyIfAsked() {
  const { state, name } = useActiveUser();
  return <p>{state === 'known' && `You're signed in as ${name}. `}Only continue if you asked for this link.</p>;
}
