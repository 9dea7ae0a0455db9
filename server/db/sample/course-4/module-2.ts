import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 5,
    title: 'One Account, Several Devices',
    description: 'Keep a phone, a tablet, and a spare in order under one account.',
    clip: 'set-up-your-account',
    body: `After this lesson you can run one account on several devices without losing or doubling work.

The video shows the account set-up. This summary adds the rules for people who carry a phone, a tablet, and a spare.

## One order, one device
- Pick the recording device before you enter. Write its name in the order note.
- Record all rooms of an order on it. Use the other device only to read.
- Sync the first device before you open the same order on the second.

## Lending your spare
1. Sync it and wait until nothing is left to send.
2. Sign out. The new user signs in with their own account.
3. Get it back, sync, sign out again.

Never lend a device that is still signed in. Your name would stand under work you did not do.

## Lost or stolen device
| When | Action |
|---|---|
| At once | Tell your lead. Change your password from another device. |
| Within the hour | Sign out all other devices. List the orders that were not synced. |
| Same day | Plan new visits for work that existed only on that device. |

**Watch out:** Do not delete and reinstall the app to repair a fault. Work that was not sent goes with it.`,
  },
  {
    orderIndex: 6,
    title: 'Lead a Crew Without Signal',
    description: 'One owner per order, one clock, and decisions that need no call.',
    minutes: 5,
    body: `After this lesson you can lead a job of several days without a connection and bring all of it home.

You can prepare one phone for one day. A remote job with two people needs rules that hold without a call.

## Before you go
1. Give each order one owner and one device. Write the list on paper, two copies.
2. Add up the space for all orders. Plan half as much again for repeats.
3. Agree on one clock. Set all devices by it.
4. Fix a meeting time and place for each day, and what happens if someone is missing after 30 minutes.

## Each evening
- Compare the paper list with the devices: rooms, segments, photos.
- Drive to signal if you can. Send the nearest deadline first. Keep the app open and the device on power.
- Never carry all unsent devices in one bag or leave them in the car.

## Decide without the office
| Problem | Decision |
|---|---|
| Access changed | The owner of the order decides |
| Space runs out | Finish the level, move the rest |
| Device fails | Its orders wait; a second person does not start them again |
| Danger | Stop. Anyone decides. |

**Watch out:** Public Wi-Fi often asks for a sign-in page. The device then shows a connection, but nothing is sent.`,
  },
  {
    orderIndex: 7,
    title: 'Client Data and Privacy',
    description: 'What a 3D scan reveals, and how to keep it out of your records.',
    minutes: 5,
    body: `After this lesson you can scan an occupied home and keep private things out of the record.

## What a scan reveals
A scan shows more than walls: faces, family photos, letters, medicine, safes, alarm panels, and screens. Anyone with the report can zoom in later.

## Before the scan
- Tell the people in the house what you record and who receives it.
- Ask them to put away letters, medicine, and valuables. Do not move them yourself.
- Ask everyone, and each pet, to wait in a room you have finished.

## During the scan
- A child enters: stop recording, wait, rescan the area.
- Alarm keypad or safe: record the wall, then blur that part. Do not write codes in notes.
- Someone refuses one room: do not scan it. Tag it Not inspected, 'refused by occupant', and tell your lead.

## After the scan
| Do | Do not |
|---|---|
| Share through the order only | Send photos by private chat |
| Blur before you submit | Hope that nobody looks |
| Use training copies without names and addresses | Show a real order to friends or trainees |

**Watch out:** Your phone camera copies photos to a private cloud account. Take every picture inside SiteScan. Did one slip through? Delete it from the phone and the cloud, and report it the same day.`,
  },
  {
    orderIndex: 8,
    title: 'Quiz: Account, Devices, and Data',
    description: 'Three decisions about devices, offline days, and privacy.',
    minutes: 3,
    body: `Three short cases from this module. Read each one to the end, because you need all three right.`,
    questions: [
      {
        text: 'You recorded two rooms on your tablet, which is not synced. Its battery is at 4 percent. What protects the order best?',
        type: 'single_choice',
        explanation:
          'One order stays on one device until that device has synced. Power solves the problem without a second copy of the order.',
        answers: [
          { text: 'Continue the other rooms on your phone now and sync both tonight' },
          { text: 'Delete the two rooms and start again on your phone' },
          { text: 'Save, connect a power bank, and continue on the tablet', isCorrect: true },
          { text: 'Record until the tablet switches off, because the app saves by itself' },
        ],
      },
      {
        text: 'You lead a job of three days without signal. Which rules keep the work safe? Choose all that apply.',
        type: 'multiple_choice',
        explanation:
          'One owner per order and one evening trip to signal keep every order in one piece. Two people in one order make two versions, and an unsent device is never cleared.',
        answers: [
          { text: 'Each order has one owner and one device', isCorrect: true },
          { text: 'Two people record the same order to be faster' },
          { text: 'Drive to signal each evening and send the nearest deadline first', isCorrect: true },
          { text: 'Clear each device in the evening, so that it has space' },
        ],
      },
      {
        text: 'If an occupant refuses access to one room, you may scan it through the open door as long as you do not step in.',
        type: 'true_false',
        explanation:
          'A refusal covers recording, not only entering. Leave the room out, note who refused, and tell your lead.',
        answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
      },
    ],
  },
];
