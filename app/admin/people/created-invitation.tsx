import { useEffect, useRef } from 'react';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The whole address of an invitation, as somebody is sent it. */
export const invitationLink = (token: string) => `${location.origin}${paths.invite({ token })}`;

/** The token of an invitation that was just made: the only place where it is ever shown. */
export function MadeInvitation({ token }: { token: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new token takes the reader to it
  useEffect(() => heading.current?.focus(), [token]);
  const link = invitationLink(token);
  return (
    <Card className="flex flex-col gap-3 border-complete p-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-lg">
        Invitation token
      </h3>
      <p>
        <strong>Copy it now.</strong> It is shown once and cannot be retrieved again.
      </p>
      <dl className="flex flex-col gap-3">
        <Shown name="Token" value={token} />
        <Shown name="Invite link" value={link} />
      </dl>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy Link" text={link} noun="Invitation link" variant="primary" />
        <CopyButton label="Copy Token" text={token} noun="Invitation token" />
      </div>
    </Card>
  );
}

function Shown({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="select-all break-all rounded-sm bg-sunken px-2 py-1 font-mono text-sm">{value}</dd>
    </div>
  );
}
