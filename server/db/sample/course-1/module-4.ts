import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 14,
    title: 'Walk the Scan Path',
    description: 'Speed, distance, doors and stairs: how to move with the scanner.',
    clip: 'walk-the-scan-path',
    body: `After this video you can walk a house in one clean path that the software can join without gaps.

## Before you start

- Open all inside doors and fix them with a wedge.
- Switch on all lights. Ask people and pets to stay in one room.
- Stand inside at the front door. This is your start point.

## How to move

| Rule | Value |
|---|---|
| Height | Chest, screen towards you |
| Distance to surfaces | 1 to 3 m |
| Speed | One slow step per second, about 0.5 m |
| Overlap | One third of the last view |
| Length of a segment | 15 minutes at most |

## The path

1. Keep the wall on your left and go round the room.
2. Cross the middle once to catch tables and kitchen islands.
3. At a door, turn sideways. Show both rooms for 3 seconds, then step through.
4. On stairs, stop, hold the rail, and take one step at a time.
5. Come back to the start point to **close the loop**.

## Read the light

Green: go on. Amber: slow down. Red: stop, step back 1 m to a place already scanned, and wait for green.

**Watch out:** never swing the scanner like a torch. Fast turns are the main cause of lost tracking.`,
  },
  {
    orderIndex: 15,
    title: 'Light, Mirrors and Glass',
    description: 'Surfaces that fool the scanner, and what to do about each.',
    clip: 'light-mirrors-and-glass',
    body: `After this video you can spot surfaces that fool the scanner and treat each one before you record.

## Light

- Too dark: if you cannot read a label at arm's length, add light.
- Too bright: half close the blinds where the sun falls on the floor.
- Mixed: stand still for 2 seconds when you go from sun into shade.

## Problem surfaces

| Surface | What goes wrong | What to do |
|---|---|---|
| Mirror | A room appears behind the wall | Cover it, or scan at 45 degrees and tag it |
| Window glass | Holes, or the garden joins the room | Close curtains by half |
| Glass wall or door | The wall is missing | Scan both sides and tag it |
| Black or shiny floor | Thin, noisy points | Go closer, 1 m, and slower |
| Bare white corridor | Tracking is lost | Lay down two objects, such as your bag and a shoe cover |

## Tag it

1. Pause the scan.
2. Tap **Tag**, then **Mirror** or **Glass**.
3. Draw a box round it on the screen.
4. Measure its width with the laser from wall to wall beside it, never through it.

**Watch out:** ask before you cover or move anything. Put it back, and take a photo of the room as you leave it.`,
  },
  {
    orderIndex: 16,
    title: 'Check the Scan on Site',
    description: 'A ten-minute check that saves a second visit.',
    clip: 'check-the-scan-on-site',
    body: `After this video you can decide in ten minutes whether the scan is good enough to leave the property.

## The three numbers

| Check | Good | If not |
|---|---|---|
| Coverage | 95 percent or more | Scan the red areas again |
| Loop error | 2 cm or less | Scan the last segment again |
| Laser check, 3 lengths | Each within 2 cm | Scan that room again |

## How to check

1. Open **Scan**, then **Check**. Turn the model and look from above.
2. Look for double walls. They mean drift.
3. Look for holes. Red areas were not seen.
4. Count the rooms. Compare with your walk-through.
5. Measure three lengths with the laser: one long wall, one short wall, one ceiling height. Choose different rooms, and one on the top floor.
6. Type them in. The app shows the difference.

## Fill a gap

- Start a new segment in a room that was scanned well.
- Walk to the gap, scan it, and walk back.
- Check again.

The check runs on the phone. It needs no signal.

**Watch out:** a cupboard, a cellar or the space behind a sofa is easily missed. If you cannot reach it, tag it **Not inspected** with a reason. A gap with a reason is honest. A gap without one is returned.`,
  },
  {
    orderIndex: 17,
    title: 'Care for the Scanner',
    description: 'Cleaning, batteries, temperature and the weekly calibration.',
    clip: 'care-for-the-scanner',
    body: `After this video you can keep the scanner clean, charged and accurate for years.

## Before each visit

1. Blow dust off the lens, then wipe it with a **dry microfibre cloth**. No spray, no sleeve.
2. Check that the battery shows 100 percent and the spare is in the bag.
3. Put on the wrist strap.

## Batteries

| Rule | Value |
|---|---|
| Run time | About 60 minutes |
| Change it at | 20 percent |
| Store for more than a month at | About 50 percent |
| Charge between | 5 and 35 °C |

A swollen, hot or dented battery is never used or charged again. Put it outside on stone, away from people, and call support.

## Temperature

- Use the scanner between 0 and 40 °C.
- From cold into warm: leave it in the closed case for 15 minutes. Water would settle on the lens.
- Never leave it in a parked car in the sun.

## Calibration

Once a week, and after every fall:

1. Put the calibration board on a flat floor.
2. Open **Account**, **Scanner**, **Calibrate**.
3. Follow the five positions. It takes 2 minutes.

**Watch out:** after a fall the scanner may look fine and measure wrong. Calibrate before the next room.`,
  },
  {
    orderIndex: 18,
    title: 'Quiz: Scan Quality',
    description: 'Three questions on the path, difficult surfaces and the check on site.',
    minutes: 3,
    body: `Three questions on module 4. The numbers matter here: reviewers use the same ones.`,
    questions: [
      {
        text: 'The light on the scanner turns red in a corridor. What do you do first?',
        type: 'single_choice',
        explanation:
          'Red means that tracking is lost. Back at a place already scanned, the scanner can find itself again.',
        answers: [
          { text: 'Stop and step back 1 m to a place already scanned', isCorrect: true },
          { text: 'Walk faster to reach the next room' },
          { text: 'Turn on the spot until it is green' },
          { text: 'Change the battery' },
        ],
      },
      {
        text: 'Which results mean that you must scan something again before you leave?',
        type: 'multiple_choice',
        explanation: 'Coverage must be 95 percent or more, and the loop error and each laser check 2 cm or less.',
        answers: [
          { text: 'Coverage 91 percent', isCorrect: true },
          { text: 'Loop error 1.5 cm' },
          { text: 'Loop error 4 cm', isCorrect: true },
          { text: 'A wall that differs by 1 cm from the laser' },
        ],
      },
      {
        text: 'After a fall the scanner must be calibrated before you go on, even if it looks fine.',
        type: 'true_false',
        explanation: 'A fall can shift the sensors without a visible mark. Calibration takes 2 minutes.',
        answers: [{ text: 'True', isCorrect: true }, { text: 'False' }],
      },
    ],
  },
];
