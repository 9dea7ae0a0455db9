// /tablet: makes this device a tablet of an organization, and shows what it has then.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { CARD_LENGTH } from '#sync/contract/crew.ts';
import { readTabletCode } from '#sync/contract/enrolled-tablet.ts';
import type { EnrolledHere } from '#sync/extras/enrolled-tablet.ts';
import { lockWithFirstPin } from '#sync/extras/idle-lock.ts';
import { EnrollmentRefused, enrollTablet } from '#sync/extras/tablet-contact.ts';
import { countTabletLessons } from '#sync/extras/tablet-content.ts';
import { webPorts } from '#sync/web-ports.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { isKeptForSevenDays } from '../../device/install.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { deactivateUser } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { useLocation, useNavigate } from '../../ui/router.ts';
import { Scanner } from '../../ui/scanner.tsx';
import { AccountForm, ActButton, useFormSubmission } from '../account-form.tsx';
import { AccountPanel, PanelLink } from '../account-panel.tsx';
import { useEnrolled, useTabletPeople } from './use-tablet.ts';

export function TabletPage() {
  usePageTitle(t`Set up this tablet`);
  const enrolled = useEnrolled();
  if (enrolled === undefined) return null;
  return enrolled ? <Enrolled enrolled={enrolled} /> : <Enrollment />;
}

const NOT_A_CODE = t`This is not the code of a tablet. It has eight letters and digits, such as KR7M 4TQX.`;

function Enrollment() {
  const { isOffline } = useConnection();
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const { state, name } = useActiveUser();
  const [linked, setLinked] = useState(() => readTabletCode(hash.slice(1)));
  const [typed, setTyped] = useState('');
  const submission = useFormSubmission();
  const { run } = submission;
  const use = useCallback(async (text: string) => {
    const code = readTabletCode(text);
    if (!code) throw new Error(NOT_A_CODE);
    try {
      await enrollTablet(device, webPorts({}), code);
    } catch (failure) {
      if (failure instanceof EnrollmentRefused && failure.message === '')
        throw new Error(t`The server didn't answer. Check the connection and try again.`);
      throw failure;
    }
    await lockWithFirstPin(device, Date.now());
    await navigator.storage?.persist?.().catch(() => undefined);
  }, []);
  const scanned = useCallback((text: string) => void run(() => use(text)), [run, use]);
  const other = () => {
    setLinked(undefined);
    void navigate(pathname, { replace: true });
  };
  return (
    <AccountPanel
      title={t`Set up this tablet`}
      intro={t`Your admin opens Devices and chooses Add a tablet. Scan the QR code shown there, or type the code below it.`}
      below={
        <PanelLink to={paths.home()}>
          <Trans>Back to Home</Trans>
        </PanelLink>
      }
    >
      <p>
        <Trans>
          It becomes a tablet of the organization: its people tap their names and enter a PIN, and learn without a
          connection. An admin can empty it.
        </Trans>
      </p>
      {isKeptForSevenDays() && (
        <p role="note" className="rounded-md bg-sunken p-4">
          <strong>
            <Trans>First add Groundwork to the Home Screen, and set up the tablet from its icon.</Trans>
          </strong>{' '}
          <Trans>Safari deletes what a website has stored when you don't open it for seven days.</Trans>
        </p>
      )}
      {state === 'known' && (
        <p className="text-ink-soft">
          <Trans>{name} stays signed in on this device.</Trans>
        </p>
      )}
      {isOffline && (
        <p role="status">
          <Trans>You're offline. Setting up a tablet needs a connection.</Trans>
        </p>
      )}
      {linked ? (
        <>
          <ActButton size="big" verb={t`Set up this tablet`} busyVerb={t`Setting up...`} act={() => use(linked)} />
          <Button variant="quiet" onClick={other}>
            <Trans>Use another code</Trans>
          </Button>
        </>
      ) : (
        <>
          <Scanner
            isPaused={submission.busy}
            refused={t`The camera can't be used. Allow it in the settings of your browser, or type the code.`}
            onCode={scanned}
          />
          <AccountForm
            submission={submission}
            isReady={typed.trim().length >= CARD_LENGTH}
            send={() => use(typed)}
            verb={t`Set up this tablet`}
            busyVerb={t`Setting up...`}
          >
            <Field
              label={t`Code of the tablet`}
              hint={t`A code works once and expires after 10 minutes.`}
              name="tablet-code"
              placeholder="KR7M 4TQX"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="[&_input]:font-mono [&_input]:uppercase [&_input]:tracking-widest [&_input]:placeholder:tracking-widest"
            />
          </AccountForm>
        </>
      )}
    </AccountPanel>
  );
}

/** What has come, and what is still to come. */
function Enrolled({ enrolled }: { enrolled: EnrolledHere }) {
  const people = useTabletPeople();
  const navigate = useNavigate();
  const counts = useLiveQuery(() => countTabletLessons(device, enrolled.tablet.id), [enrolled.tablet.id]);
  const start = async () => {
    // Whoever set it up stays signed in on it, behind the tiles.
    await deactivateUser();
    void navigate(paths.home(), { replace: true });
  };
  const coursesHere = counts?.coursesHere ?? 0;
  const total = Object.keys(enrolled.courses).length;
  const isDone = counts !== undefined && enrolled.coursesEtag !== null && coursesHere >= total;
  const groups = enrolled.tablet.groups.join(', ');
  return (
    <AccountPanel
      title={t`This tablet is ${enrolled.tablet.name}`}
      intro={
        groups
          ? t`For the people of ${groups} at ${enrolled.organization.name}. They sign in with a card or a PIN, even without a connection.`
          : t`For people of ${enrolled.organization.name}. They sign in with a card or a PIN, even without a connection.`
      }
    >
      <ul className="flex flex-col gap-2 text-lg">
        <Line isDone={enrolled.rosterAt !== null}>
          {plural(people?.length ?? 0, { one: '# person', other: '# people' })}
        </Line>
        <Line isDone={isDone}>
          {plural(total, { one: `${coursesHere} of # course`, other: `${coursesHere} of # courses` })}
        </Line>
      </ul>
      {counts && counts.lessonsWanted > 0 && !isDone && (
        <ProgressBar
          label={t`Lessons on this tablet`}
          percent={Math.round((100 * counts.lessonsHere) / counts.lessonsWanted)}
        />
      )}
      {!isDone && (
        <p className="text-ink-soft">
          <Trans>Keep it plugged in and on this network. You can start now; the rest comes by itself.</Trans>
        </p>
      )}
      <Button size="big" onClick={() => void start()}>
        <Trans>Start</Trans>
      </Button>
    </AccountPanel>
  );
}

function Line({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <CircleCheck aria-hidden className={`size-6 shrink-0 ${isDone ? 'text-complete-text' : 'text-line-strong'}`} />
      <span>{children}</span>
      {isDone && (
        <span className="ms-auto text-ink-soft text-sm">
          <Trans>On this tablet</Trans>
        </span>
      )}
    </li>
  );
}
