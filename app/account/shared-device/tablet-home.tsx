// The home of an organization's tablet, on its lock screen: its people, who tap their names.
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { CloudUpload, LockKeyhole, Sun, UserPlus, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { initials } from '#sync/contract/profile.ts';
import { type EnrolledHere, meetPerson } from '#sync/extras/enrolled-tablet.ts';
import type { DeviceUser } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { LanguageSelect } from '../../shell/language-select.tsx';
import { useTheme } from '../../shell/theme-switch.tsx';
import { Avatar, faceOf } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { agoWords } from '../../ui/labels.ts';
import { Mark } from '../../ui/logo.tsx';
import { TabletPanel } from './tablet-panel.tsx';
import { UploadChoice } from './upload-choice.tsx';
import { isNamed, type TabletPerson, tileWords, useTabletPeople } from './use-tablet.ts';
import { useUnlock } from './use-unlock.ts';

/** With fewer people everybody is in sight. */
const SEARCHED_FROM = 12;
/** So many tiles are drawn; the others are found by their names. */
const TILES = 60;

type TabletHomeProps = { id: string; enrolled: EnrolledHere };

export function TabletHome({ id, enrolled }: TabletHomeProps) {
  const { name } = useActiveUser();
  const people = useTabletPeople();
  const [chosen, setChosen] = useState<DeviceUser>();
  const [typed, setTyped] = useState('');
  const { continueAs, signIn, pending, keepUploading } = useUnlock();
  const choose = async ({ id: userId }: TabletPerson) => setChosen(await meetPerson(device, userId));
  const keep = () => {
    keepUploading();
    setChosen(undefined);
  };
  const isSearched = (people?.length ?? 0) >= SEARCHED_FROM;
  const found = people?.filter((person) => !isSearched || isNamed(person, typed)) ?? [];
  return (
    <div className="flex min-h-full flex-col lg:flex-row">
      <div className="safe-p grow">
        <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 sm:px-4">
          <TabletBar organization={enrolled.organization.name} />
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
            <div className="grow basis-64">
              <h1 id={id} dir="auto" className="font-bold text-3xl tracking-tight">
                {enrolled.tablet.name}
              </h1>
              {people && <HomeLine people={people} />}
            </div>
            {isSearched && (
              <div className="w-full sm:w-72">
                <SearchField label={t`Search names`} look="raised" value={typed} onChange={setTyped} />
              </div>
            )}
          </div>
          {pending ? (
            <div className="max-w-md">
              <p className="mb-4">
                <Trans>A video by {name} is still uploading. It stops when someone else continues.</Trans>
              </p>
              <UploadChoice verb={t`Stop and continue`} onKeep={keep} onStopped={pending.go} />
            </div>
          ) : (
            <>
              <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 xl:grid-cols-4">
                {found.slice(0, TILES).map((person) => (
                  <li key={person.id}>
                    <PersonTile
                      person={person}
                      isChosen={person.id === chosen?.userId}
                      onChoose={() => void choose(person)}
                    />
                  </li>
                ))}
              </ul>
              {people && found.length === 0 && people.length > 0 && (
                <p role="status">
                  <Trans>Nobody on this tablet has that name.</Trans>
                </p>
              )}
              {found.length > TILES && (
                <p className="text-ink-soft">
                  <Plural
                    value={found.length - TILES}
                    one="# more person: search for the name."
                    other="# more people: search for a name."
                  />
                </p>
              )}
              <div className="flex flex-wrap items-center justify-between gap-3">
                <Button icon={UserPlus} variant="secondary" onClick={() => signIn()}>
                  <Trans>Someone else</Trans>
                </Button>
                <p className="text-ink-soft text-sm">{contactWords(enrolled)}</p>
              </div>
            </>
          )}
        </div>
      </div>
      {chosen && !pending && (
        <TabletPanel
          key={chosen.userId}
          person={chosen}
          onOpen={() => continueAs(chosen)}
          onSignIn={() => signIn(chosen)}
          onBack={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

const contactWords = ({ lastContactAt }: EnrolledHere): string =>
  lastContactAt ? t`Last contact: ${agoWords(lastContactAt)}` : t`No contact yet`;

function HomeLine({ people }: { people: TabletPerson[] }) {
  const withWork = people.filter(({ hasWork }) => hasWork).length;
  return (
    <p className="mt-1 text-ink-soft text-lg">
      {people.length === 0
        ? t`The people of this tablet appear here at the next contact.`
        : plural(people.length, {
            one: `${withWork} of # person with work today. Tap your name.`,
            other: `${withWork} of # people with work today. Tap your name.`,
          })}
    </p>
  );
}

function TabletBar({ organization }: { organization: string }) {
  const { isOffline } = useConnection();
  const [theme, chooseTheme] = useTheme();
  const isSunlit = theme === 'outdoor';
  return (
    <div className="flex min-h-touch flex-wrap items-center gap-2">
      <Mark />
      <span dir="auto" className="font-bold text-lg tracking-tight">
        {organization}
      </span>
      <span className="ms-auto flex items-center gap-2">
        {isOffline && (
          <span className="flex items-center gap-1.5 font-semibold text-ink-soft text-sm">
            <WifiOff aria-hidden className="size-4.5" />
            <Trans>Offline</Trans>
          </span>
        )}
        <LanguageSelect />
        <IconButton
          icon={Sun}
          aria-label={t`Outdoor theme`}
          aria-pressed={isSunlit}
          onClick={() => chooseTheme(isSunlit ? 'system' : 'outdoor')}
        />
      </span>
    </div>
  );
}

type PersonTileProps = { person: TabletPerson; isChosen: boolean; onChoose: () => void };

function PersonTile({ person, isChosen, onChoose }: PersonTileProps) {
  const { name, here, hasWork } = person;
  const waiting = here?.pendingCount ?? 0;
  const hasPin = Boolean(here ? here.pin : person.pin);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      // What is typed goes on into the PIN.
      onMouseDown={(event) => isChosen && event.preventDefault()}
      className={`flex h-full min-h-44 w-full scroll-mt-4 flex-col items-center gap-1 rounded-xl border px-2 pt-5 pb-3 text-center shadow-low outdoor:border-2 ${isChosen ? 'border-accent bg-accent-soft ring-2 ring-accent' : 'border-line bg-surface hover:bg-sunken'}`}
    >
      <Avatar letters={initials(name)} size="large" tone={isChosen ? 'strong' : faceOf(name)} />
      <span dir="auto" className="wrap-anywhere mt-2 text-balance font-semibold text-lg leading-snug">
        {name}
      </span>
      <span
        className={`flex items-center gap-1 text-sm ${hasWork && hasPin ? 'font-semibold text-ink' : 'text-ink-soft'}`}
      >
        {hasPin && <LockKeyhole aria-label={t`PIN required`} className="size-4 shrink-0" />}
        <span className="text-balance">{tileWords(person)}</span>
      </span>
      {waiting > 0 && (
        <span className="mt-auto flex items-center gap-1.5 font-semibold text-sm">
          <CloudUpload aria-hidden className="size-4.5 shrink-0" />
          <Plural value={waiting} other="# waiting" />
        </span>
      )}
    </button>
  );
}
