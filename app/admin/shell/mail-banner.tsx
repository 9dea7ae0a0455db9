import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MailWarning } from 'lucide-react';
import { useEffect } from 'react';
import { refreshRepeatedly } from '../../api/query-client.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { locale } from '../../ui/language.ts';
import { MAIL_FACTS, mailTrouble, useMailFacts } from '../forms/mail-status.tsx';

/** How soon it is seen that they leave again. */
const LOOK_MS = 30_000;

/** On the pages that send emails, while none leave: that they wait, how many, and what can be done about it. */
export function MailBanner({ organizationId }: { organizationId: string | null }) {
  const isSuperAdmin = useActiveUser().profile?.is_super_admin === true;
  const facts = useMailFacts(organizationId ?? undefined);
  const trouble = mailTrouble(facts);
  const isWrong = trouble !== undefined;
  useEffect(() => (isWrong ? refreshRepeatedly([MAIL_FACTS], LOOK_MS) : undefined), [isWrong]);
  if (!facts || !trouble) return null;
  return (
    <section
      aria-label={t`Emails`}
      className="flex min-h-11.5 flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-warn bg-warn-soft px-4 py-2 text-warn-text print:hidden"
    >
      <MailWarning aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">
          {facts.waiting > 0
            ? t`${trouble}: emails wait (${facts.waiting.toLocaleString(locale)})`
            : t`${trouble}: emails will wait`}
        </strong>
        {!facts.isSetUp && isSuperAdmin && (
          <span className="block text-sm">
            <Trans>Set SMTP_URL and MAIL_FROM and restart the server. See docs/operations/settings.md.</Trans>
          </span>
        )}
      </p>
      {facts.seen && (
        <a
          href={facts.seen}
          target="_blank"
          rel="noopener"
          className="-my-3 inline-flex min-h-touch items-center rounded-sm font-semibold text-accent-text underline-offset-4 hover:underline"
        >
          <Trans>
            See the emails
            <span className="sr-only"> (opens in a new tab)</span>
          </Trans>
        </a>
      )}
    </section>
  );
}
