import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 5,
    title: 'Set Up Your Account',
    description: 'Accept the invitation, secure the account, and pair your scanner.',
    clip: 'set-up-your-account',
    isPreview: true,
    body: `After this video you can sign in to SiteScan on your own phone and connect it to your scanner.

## Create the account

1. Open the invitation e-mail on the phone that you use in the field.
2. Tap the link and choose a password of at least 12 characters.
3. Turn on two-step sign-in. Keep the backup codes on paper, not on the phone.
4. Enter your name exactly as on your identity card. It is printed on every report.

## Allow what the app needs

| Permission | Why |
|---|---|
| Camera | Photos of findings |
| Bluetooth | Connection to the scanner |
| Location, while using the app | Proof of the visit |
| Notifications | New and returned orders |

## Pair the scanner

1. Hold the power button for 3 seconds. The light blinks blue.
2. In the app, open **Account**, then **Scanner**, then **Pair**.
3. Compare the serial number on the screen with the label under the grip.
4. Tap **Connect**. The light stays blue.

Install a firmware update only on mains power, never in the car before a visit.

**Watch out:** do not share an account. A report must show who was on site.`,
  },
  {
    orderIndex: 6,
    title: 'Find Your Way Around the App',
    description: 'The five tabs of SiteScan and what the sync icon tells you.',
    minutes: 4,
    isPreview: true,
    body: `After this lesson you can reach every main screen in two taps and read the sync icon at a glance.

## The five tabs

| Tab | What you do there |
|---|---|
| Orders | Accept, plan and open jobs |
| Scan | Record and check segments |
| Report | Photos, notes, ratings, floor plan |
| Sync | See what still waits on the phone |
| Account | Profile, scanner, help |

Scan and Report always belong to one open order. Its number stands at the top. Read it before you record anything.

## The sync icon

- **Green tick:** everything is on the server.
- **Blue arrow:** the phone is sending now.
- **Grey cloud:** saved on the phone, waiting for signal.
- **Red mark:** something needs your help. Tap it.

A grey cloud is normal in a cellar. Keep working. The app saves each photo and note on the phone at once.

## Work with gloves

1. Open **Account**, then **Display**, and turn on **Large buttons**.
2. Turn on **Bright screen** for work in the sun.
3. Use the volume key to take photos.

**Watch out:** the most common mistake is to work in the wrong order. Two flats at one address look the same in the list. Compare the order number, not the street.`,
  },
  {
    orderIndex: 7,
    title: 'Prepare Your Phone for a Day Without Signal',
    description: 'Space, power, downloads and a test, done the evening before.',
    minutes: 5,
    body: `After this lesson you can work a whole day without signal and lose nothing.

## The evening before

1. Connect to Wi-Fi and open **Sync**. Wait for the green tick.
2. Open each order of tomorrow and turn on **Keep on phone**. This stores the order text, old plans and the street map.
3. Check free space. You need **10 GB**.
4. Charge the phone, the scanner and both scanner batteries to 100 percent.
5. Test it: switch on flight mode, open each order, switch flight mode off again.

## How much space a job takes

| Property | Space |
|---|---|
| Flat, 60 m² | about 0.8 GB |
| House, 120 m² | about 1.5 GB |
| House, 250 m² | about 3 GB |

Old jobs leave the phone 7 days after they have reached the server. You need not delete them.

## During the day

- Keep the app signed in.
- Turn off automatic app updates until the evening.
- Charge the phone in the car between visits.

**Watch out:** do not sign out, clear the app's storage or remove the app while the icon shows a grey cloud. Work that waits on the phone exists nowhere else.`,
  },
  {
    orderIndex: 8,
    title: 'Quiz: App and Account Basics',
    description: 'Three questions on your account, the screens and working without signal.',
    minutes: 3,
    body: `Three questions on module 2. You can try again as often as you like.`,
    questions: [
      {
        text: 'You are in a cellar and the sync icon shows a grey cloud. What do you do?',
        type: 'single_choice',
        explanation:
          'A grey cloud means that the work is saved on the phone and waits for signal. Nothing is lost while you carry on.',
        answers: [
          { text: 'Sign out and sign in again' },
          { text: 'Go outside after each photo' },
          { text: 'Keep working', isCorrect: true },
          { text: 'Restart the scanner' },
        ],
      },
      {
        text: 'Which steps belong to the evening before a day without signal?',
        type: 'multiple_choice',
        explanation:
          'Sync, keep the orders on the phone and check for 10 GB. Old jobs leave the phone by themselves, so you need not remove them.',
        answers: [
          { text: 'Turn on "Keep on phone" for each order', isCorrect: true },
          { text: 'Remove the app and install it again' },
          { text: 'Check that 10 GB are free', isCorrect: true },
          { text: 'Wait for the green tick in Sync', isCorrect: true },
        ],
      },
      {
        text: 'Two inspectors of one team may share an account if both were invited.',
        type: 'true_false',
        explanation: 'Every inspector has an account of their own. The report must show who was on site.',
        answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
      },
    ],
  },
];
