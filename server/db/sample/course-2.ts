import type { SampleCourse, SampleQuestion } from './shape.ts';

const questions: SampleQuestion[] = [
  {
    text: 'You come in from -5 °C and want to scan a heated hall. What do you do first?',
    type: 'single_choice',
    explanation: 'Warm air leaves water on a cold lens. In the closed case the scanner warms up slowly and stays dry.',
    answers: [
      { text: 'Leave the scanner in the closed case for 15 minutes', isCorrect: true },
      { text: 'Wipe the lens with a damp cloth and start' },
      { text: 'Hold the scanner over a radiator for 2 minutes' },
      { text: 'Start at once and scan the hall twice' },
    ],
  },
  {
    text: 'Which of these call for a new calibration before the next room?',
    type: 'multiple_choice',
    explanation:
      'A knock can shift the sensors, and the weekly date is a fixed rule. A new battery and a new phone do not touch the sensors.',
    answers: [
      { text: 'The scanner slipped off a table', isCorrect: true },
      { text: 'You put in the second battery' },
      { text: 'The last calibration was nine days ago', isCorrect: true },
      { text: 'You paired a new phone' },
    ],
  },
  {
    text: 'In a narrow toilet you should walk in backwards, so that the scanner always sees the door.',
    type: 'true_false',
    explanation: 'Never walk backwards with the scanner. Stand in the doorway, scan in, step in once, and turn slowly.',
    answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
  },
];

export const course: SampleCourse = {
  id: 2,
  title: 'Operating the 3D Scanner',
  description:
    'Handle the handheld scanner with confidence: its parts and lights, batteries and calibration, small rooms and stairs, glass and sun, the check on site, and what to do with the kit when you are back.',
  category: 'hardware',
  level: 'beginner',
  visibility: 'public',
  price: 0,
  durationMinutes: 24,
  instructorName: 'Ines Okafor',
  objectives: [
    'Name each part of the scanner and read its light',
    'Start, pair and calibrate in less than five minutes',
    'Choose the right move for small rooms, stairs and glass',
    'Decide on site whether a scan is complete',
    'Send the data home and store the kit ready for the next day',
  ],
  prerequisites: ['A scanner with two batteries, or one that you may borrow', 'A phone with the SiteScan app'],
  modules: [
    {
      title: 'The Scanner',
      description: 'One device, from the closed case in the morning to the charger in the evening.',
      startLessonIndex: 1,
      endLessonIndex: 7,
    },
  ],
  lessons: [
    {
      orderIndex: 1,
      title: 'Look After Your Scanner',
      description: 'Six habits that keep the scanner exact for years.',
      clip: 'care-for-the-scanner',
      isPreview: true,
      body: `After this video you can prepare the scanner in the evening and find damage before it spoils a scan.

## Six habits

1. Blow dust away first. Then wipe the lens in circles with a dry microfibre cloth.
2. Charge both batteries the evening before.
3. Keep the lens cap on until you stand at the start point.
4. Carry the scanner in its case. In the house, put the strap round your wrist.
5. From cold into warm, leave it in the closed case for 15 minutes. Else water settles on the lens.
6. Calibrate after every knock or fall.

## Look before you pack

| Part | Good | Not good |
|---|---|---|
| Lens | No mark against a lamp | Scratch, fog, fingerprint |
| Grip | No play when you twist it | It moves or creaks |
| Battery | Flat sides, cool | Swollen, hot, dented |
| Strap | Clip snaps shut | Clip opens when you pull |
| Contacts | Bright metal | Green or black |

## When something is not good

- **Fingerprint or dust:** clean it and go on.
- **Scratch, fog inside, loose grip:** take the spare scanner. Write to support.
- **Bad battery:** do not charge it. Put it outside on stone, away from people. Call support.

**Watch out:** spray and wet wipes remove the coating of the lens. The damage looks like fog and does not go away.`,
    },
    {
      orderIndex: 2,
      title: 'Parts, Lights and Calibration',
      description: 'What each part does, what the light says, and the start in four steps.',
      minutes: 6,
      body: `After this lesson you can start the scanner, read its light and calibrate it without help.

## The parts

| Part | What it does |
|---|---|
| Depth sensor, large lens | Measures up to 5 m, best at 1 to 3 m |
| Colour camera, small lens | Sees the surface of walls and floors |
| Light ring | Shows the state |
| Button on the grip | 3 seconds: on or off. 10 seconds: restart |
| Label below the grip | Serial number |

## The light

| Light | Meaning | You do |
|---|---|---|
| Blinking blue | Waiting for a phone | Pair it |
| Blue | Connected, not recording | Begin when you are ready |
| Green | Recording, all is well | Go on |
| Amber | Too fast, too near or too dark | Slow down |
| Red | Tracking is lost | Stop, step back 1 m, wait for green |

## Start in four steps

1. Look at the lens and the battery.
2. Hold the button for 3 seconds.
3. Wait for blue. Compare the serial number in the app.
4. Read the date of the last calibration. More than 7 days ago: calibrate.

## Calibrate

Put the board on a flat floor, out of the sun. Open **Account**, **Scanner**, **Calibrate**. Hold the five positions that the app shows. Below 1 mm: passed. Twice above 1 mm: do not scan, take the spare.

**Watch out:** a carpet bends the board. Use a hard floor.`,
    },
    {
      orderIndex: 3,
      title: 'Light and Glass Up Close',
      description: 'Why some surfaces vanish or double, and the quickest cure for each.',
      clip: 'light-mirrors-and-glass',
      body: `After this video you can tell from the picture on the screen what confuses the scanner, and cure it in a minute.

## Why it happens

The scanner sends out light and waits for it to come back. Glass lets it through. A mirror sends it elsewhere. Black cloth swallows it. The sun is so bright that the answer is lost.

## From sign to cure

| You see on the screen | Cause | Cure |
|---|---|---|
| A room behind the wall | Mirror | Cover it, or tag it |
| A hole where the window is | Glass | Half close the curtain |
| A wall that is missing | Glass wall | Tape at chest height, and tag it |
| Snow over one corner | Sun | Half close the blinds, come from the side |
| A dark patch on a sofa | Black cloth | Go to 1 m, move slowly |
| Grain everywhere | Too dark | Lamps on, torch on the ceiling |

## Order of work in a room

1. Stand in the door. Look for glass, mirrors and sun.
2. Switch on the lamps.
3. Cover or tape. Ask the contact first.
4. Scan.
5. Look at the screen before you take the cover away.

**Watch out:** count your strips of tape, and take every one off again. Use painter's tape only. Other tape pulls off varnish.`,
    },
    {
      orderIndex: 4,
      title: 'Small Rooms, Stairs and Outdoors',
      description: 'How to move where the simple walk along the wall does not fit.',
      minutes: 7,
      body: `After this lesson you can scan a toilet, a staircase and a porch without losing the track.

## Small rooms

In a room below 4 m² you cannot keep 1 m from the wall.

1. Stand in the doorway. Scan the room from there, floor to ceiling.
2. Take one step in. Turn on the spot, 20 seconds for a full turn.
3. Lower the scanner for the floor behind the toilet or machine.
4. Go out forwards, with part of the hall in view.

## Stairs

- Wear the strap. One hand holds the rail.
- Stand still, scan the next three steps, lower the scanner, then climb one step.
- On the landing, turn slowly and show both flights.
- Going down, scan from the top first. Then walk down without recording.

## Porch, balcony, carport

| Condition | Can you scan? |
|---|---|
| Cloudy, dry | Yes |
| Sun on the wall | Only in the shade |
| Rain, fog | No. The scanner is not sealed |
| Dusk | Yes, with the lamp of the house on |

Walk out through the door that you have already scanned. Come back the same way within 5 minutes.

**Watch out:** never step backwards with your eyes on the screen. Look first, then move, then scan.`,
    },
    {
      orderIndex: 5,
      title: 'Quiz: Scanner Handling',
      description: 'Three questions on temperature, calibration and small rooms.',
      minutes: 4,
      body: `Three questions on the first four lessons. Think of your own scanner and where it is at this moment.`,
      questions,
    },
    {
      orderIndex: 6,
      title: 'Read the Scan Before You Leave',
      description: 'Four views of the model that show what is missing.',
      clip: 'check-the-scan-on-site',
      body: `After this video you can find missing rooms, double walls and holes on the phone, while you can still mend them.

## Four views, in this order

| View | Look for |
|---|---|
| From above | Count the rooms. Nothing stands outside the outer wall |
| From below | Holes in the floor: behind doors, under tables |
| Cut at 1 m | Walls are single lines, doors are gaps |
| From the side | Floors are level, one storey stands above the other |

## Then the numbers

- Coverage: **95 percent** or more
- Loop error: **2 cm** or less
- Three laser lengths: each within **2 cm**

## Mend it now

1. Begin in a room that is good. Let the scanner see it for 10 seconds.
2. Walk to the gap. Wait for green.
3. Scan the gap and 1 m around it.
4. Walk back to where you began, and check again.

## What the sign tells you

- **Double wall:** you turned too fast. Scan that room again.
- **Bent corridor:** too few shapes. Lay two objects on the floor, scan it again.
- **Hole behind a door:** close the door and scan the back.

**Watch out:** do not pack the kit before all three numbers are good. Who has packed overlooks small gaps.`,
    },
    {
      orderIndex: 7,
      title: 'Back Home: Send, Store, Charge',
      description: 'Twenty minutes in the evening that make the next morning quiet.',
      minutes: 6,
      body: `After this lesson you can bring the data home safely and leave the kit ready for the next visit.

## Send first

1. Connect the phone to Wi-Fi and a charger.
2. Open SiteScan and leave it open. A large house has about 3 GB.
3. Wait for the green tick at every order of the day.
4. Only then free space on the phone, inside the app.

## Clean and look

- Wipe grip and strap with a cloth, a little damp. The lens stays dry.
- Blow out the contacts.
- Look for new scratches. Write them down.

## Charge and store

| Item | Tonight | For more than a month |
|---|---|---|
| Batteries | To 100 percent, at 5 to 35 °C | At about 50 percent, outside the scanner |
| Scanner | In the case, lid open for an hour | In the case, lid closed, dry room |
| Board | Flat, nothing on it | Flat, in its sleeve |

Charge where you can see it, on a hard surface. Do not cover the charger.

## Before you go to bed

- [ ] Green tick at every order
- [ ] Two full batteries
- [ ] Lens cap on
- [ ] Calibration is valid tomorrow
- [ ] Cloth, tape, covers and laser in the bag

**Watch out:** do not leave the case in the car overnight. Frost and heat harm the batteries.`,
    },
  ],
};
