// What became of the emails of administration, in the same words everywhere (decision 350): of one of them, of many, and of all that wait.
import { plural, t } from '@lingui/core/macro';
import { Clock, FlaskConical, MailCheck, MailWarning } from 'lucide-react';
import type { MailCounts, MailFacts, MailStatus } from '#sync/contract/mail.ts';
import { pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { momentWords } from '../../ui/labels.ts';

/** 'Email waiting', 'Emailed 09:14' or 'Could not be delivered'; nothing is sent to sample people. */
export function mailWords({ state, at }: Pick<MailStatus, 'state' | 'at'>): string {
  if (state === 'waiting') return t`Email waiting`;
  if (state === 'sample') return t`Sample person, not emailed`;
  return state === 'sent' ? t`Emailed ${momentWords(at)}` : t`Could not be delivered`;
}

const LOOKS = {
  waiting: { icon: Clock, tone: 'text-warn-text' },
  sent: { icon: MailCheck, tone: 'text-ink-soft' },
  sample: { icon: FlaskConical, tone: 'text-ink-soft' },
  failed: { icon: MailWarning, tone: 'text-danger-text' },
};

/** The state of one email with its icon, and what the mail server said of it. `isIcon`: in a table at a desk, whose pointer hears the words. */
export function MailMark({ status, isIcon = false }: { status: MailStatus; isIcon?: boolean }) {
  const { icon: Icon, tone } = LOOKS[status.state];
  return (
    <span
      className={`inline-block text-sm ${tone}`}
      title={isIcon ? [mailWords(status), status.reason].filter(Boolean).join(': ') : status.reason}
    >
      <span className="flex items-center gap-1 whitespace-nowrap">
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className={isIcon ? 'md:not-print:sr-only' : undefined}>{mailWords(status)}</span>
      </span>
      {status.reason && !isIcon && <span className="wrap-anywhere block text-ink-soft">{status.reason}</span>}
    </span>
  );
}

/** '164 emailed, 19 waiting, 2 could not be delivered'. */
export const mailCountWords = ({ sent, waiting, failed, sample }: MailCounts): string =>
  [
    ...(sent > 0 ? [plural(sent, { one: '# emailed', other: '# emailed' })] : []),
    ...(waiting > 0 ? [plural(waiting, { one: '# email waiting', other: '# emails waiting' })] : []),
    ...(failed > 0 ? [plural(failed, { one: '# could not be delivered', other: '# could not be delivered' })] : []),
    ...(sample > 0
      ? [plural(sample, { one: '# not emailed (sample people)', other: '# not emailed (sample people)' })]
      : []),
  ].join(', ');

/** What acts change that queue emails. */
export const MAIL_FACTS = pathOf(server.admin.mail);

/** Whether emails leave, and how many wait; of everybody without an organization. Undefined until that is known. */
export function useMailFacts(organizationId?: string, isWanted = true): MailFacts | undefined {
  const query = organizationId ? { organizationId } : {};
  return useApiQuery(server.admin.mail, { query }, isWanted).data;
}

/** Why emails don't leave now; undefined while they do. */
export function mailTrouble(facts: MailFacts | undefined): string | undefined {
  if (!facts) return undefined;
  if (!facts.isSetUp) return t`No mail server is set up`;
  return facts.failingSince ? t`The mail server doesn't answer (since ${momentWords(facts.failingSince)})` : undefined;
}

/** What happens to emails that one is about to send: `otherwise` where they leave. */
export function emailPromise(facts: MailFacts | undefined, otherwise: string): string {
  const trouble = mailTrouble(facts);
  return trouble ? t`${trouble}, so emails wait, for a day at most.` : otherwise;
}
